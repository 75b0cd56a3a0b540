import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AdminProductQuery, type AdminProductRow, NO_CATEGORY } from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect, FilterSwitch } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { BULK_KINDS, BulkDialog, type BulkKind } from './BulkDialog.tsx'
import { BulkUndoBar, type DoneBulk } from './BulkUndoBar.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { useProductColumns } from './product-columns.tsx'

type Bulk = { kind: BulkKind; rows: AdminProductRow[]; clear: () => void }

/** At the right of the screen's title. */
export function ProductsActions() {
  const [isImporting, setImporting] = useState(false)
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
  const list = useList(AdminProductQuery, (input) =>
    api.products.admin_list.queryOptions({ input }),
  )
  const columns = useProductColumns()
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const [done, setDone] = useState<DoneBulk | null>(null)
  const isArchive = list.search.archived === 'true'
  return (
    <div className="grid gap-4">
      {done && <BulkUndoBar done={done} onChange={setDone} />}
      <DataTable
        label="products"
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        searchLabel="Search by name"
        exportName="products"
        empty={{
          title: 'No products yet',
          text: 'What you sell appears here. Add the first one, or import a list.',
          action: <AddProduct />,
        }}
        filters={<Filters list={list} />}
        bulkActions={(rows, clear) =>
          BULK_KINDS.filter(({ kind }) => !isArchive || kind === 'archive').map(
            ({ kind, label }) => (
              <Button
                key={kind}
                look="outline"
                size="small"
                onClick={() => setBulk({ kind, rows, clear })}
              >
                {kind === 'archive' && isArchive ? 'Restore' : label}
              </Button>
            ),
          )
        }
        rowActions={(product) => <ProductMenu product={product} />}
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
