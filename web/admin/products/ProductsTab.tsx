import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  AdminProductQuery,
  type AdminProductRow,
  MOST_BULK_CHANGES,
  NO_CATEGORY,
} from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect, FilterSwitch } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { useRights } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { BULK_KINDS, BulkDialog, type BulkKind } from './BulkDialog.tsx'
import { BulkUndoBar, type DoneBulk } from './BulkUndoBar.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { PictureProgress } from './PictureProgress.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { useProductColumns } from './product-columns.tsx'
import {
  type ProductRow,
  productCount,
  readProducts,
  rowName,
  useProductRows,
} from './product-rows.ts'
import { StockMenu } from './StockActions.tsx'

type Bulk<Row> = { kind: BulkKind; rows: Row[]; clear: () => void }

/** At the right of the screen's title. */
export function ProductsActions() {
  const [isImporting, setImporting] = useState(false)
  if (!useRights()('products')) return null
  return (
    <>
      <Button look="outline" onClick={() => setImporting(true)}>
        <Upload aria-hidden="true" className="size-4" />
        Import CSV
      </Button>
      <AddProduct />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function AddProduct() {
  return (
    <Link to="/admin/products/new" className={buttonStyle()}>
      <Plus aria-hidden="true" className="size-4" />
      Add product
    </Link>
  )
}

export function ProductsTab() {
  const products = useList(AdminProductQuery, (input) =>
    api.products.admin_list.queryOptions({ input: { ...input, folded: isFolded(input) } }),
  )
  const { list, below, folds } = useProductRows(products, isFolded(products.search))
  const mayEdit = useRights()('products')
  const columns = useProductColumns(folds)
  const [bulk, setBulk] = useState<Bulk<AdminProductRow> | null>(null)
  const [done, setDone] = useState<DoneBulk | null>(null)
  const openBulk = useOpenBulk(setBulk)
  const isArchive = list.search.archived === 'true'
  const bulkActions = (rows: ProductRow[], clear: () => void) =>
    BULK_KINDS.filter(({ kind }) => !isArchive || kind === 'archive').map(({ kind, label }) => (
      <Button
        key={kind}
        look="outline"
        size="small"
        busy={openBulk.isPending && openBulk.variables.kind === kind}
        onClick={() => openBulk.mutate({ kind, rows, clear })}
      >
        {kind === 'archive' && isArchive ? 'Restore' : label}
      </Button>
    ))
  return (
    <div className="grid gap-4">
      {mayEdit && <PictureProgress />}
      {done && <BulkUndoBar done={done} onChange={setDone} />}
      <DataTable
        label="products"
        list={list}
        columns={columns}
        rowName={rowName}
        below={below}
        countOf={productCount}
        searchLabel="Search by name"
        exportName={mayEdit ? 'products' : undefined}
        empty={{
          title: 'No products yet',
          text: 'What you sell appears here. Add the first one, or import a list.',
          action: mayEdit && <AddProduct />,
        }}
        filters={<Filters list={products} />}
        bulkActions={mayEdit ? bulkActions : undefined}
        rowActions={({ place, product }) => {
          if (place === 'group') return null
          return mayEdit ? <ProductMenu product={product} /> : <StockMenu product={product} />
        }}
      />
      {bulk && (
        <BulkDialog
          kind={bulk.kind}
          rows={bulk.rows}
          onClose={() => setBulk(null)}
          onDone={(next) => {
            bulk.clear()
            setBulk(null)
            setDone(next)
          }}
        />
      )}
    </div>
  )
}

/** In the archive, and among the products of one group, each has its own row. */
const isFolded = ({ archived, group }: { archived?: unknown; group?: unknown }) =>
  String(archived) !== 'true' && !group

/** A selected group means its products, which are read first. */
const useOpenBulk = (open: (bulk: Bulk<AdminProductRow>) => void) =>
  useMutation({
    mutationFn: ({ rows }: Bulk<ProductRow>) => readProducts(rows),
    onSuccess: (rows, { kind, clear }) => {
      if (rows.length <= MOST_BULK_CHANGES) return open({ kind, rows, clear })
      toast.error(
        'Too many products',
        `${rows.length} are selected, and ${MOST_BULK_CHANGES} can be changed at once.`,
      )
    },
    onError: (error) => toast.error('Failed to load products', errorMessage(error)),
  })

function Filters({
  list,
}: {
  list: ReturnType<typeof useList<typeof AdminProductQuery, AdminProductRow>>
}) {
  const categories = useQuery(api.categories.admin_list.queryOptions())
  const options = useMemo(
    () => [
      ...(categories.data ?? []).map(({ name }) => ({ value: name, label: name })),
      { value: NO_CATEGORY, label: 'No category' },
    ],
    [categories.data],
  )
  return (
    <>
      <WhenLoaded
        query={categories}
        failure="Failed to load categories"
        isSmall
        placeholder={null}
      />
      <FilterSelect list={list} name="category" label="Category" options={options} />
      <FilterSelect
        list={list}
        name="stock"
        label="Stock"
        options={[
          { value: 'low', label: 'Low stock' },
          { value: 'out', label: 'Sold out' },
        ]}
      />
      <FilterSwitch list={list} name="featured" label="Featured" />
      <FilterSwitch list={list} name="archived" label="Archived" />
    </>
  )
}
