import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown, Download, SearchX } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Pager, SearchBox } from './ListControls.tsx'
import type { List } from './list.ts'
import { useWideScreen } from './wide-screen.ts'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name of the sort in the contract's query. */
  sort?: string
  /** Right for numbers. */
  align?: 'left' | 'right'
  /** On phones a row is a card: its title, its other lines, or left out. */
  phone?: 'title' | 'line' | 'none'
  className?: string
}

type DataTableProps<Row extends { id: string | number }> = {
  /** What the rows are, for screen readers and texts: "products". */
  label: string
  list: List<Row>
  columns: readonly Column<Row>[]
  /** How a row is called when it is selected. */
  rowName: (row: Row) => string
  searchLabel?: string
  /** Selects and switches above the table (see ListControls). */
  filters?: ReactNode
  /** Actions for the selected rows; without them rows cannot be selected. */
  bulkActions?: (rows: Row[], clear: () => void) => ReactNode
  /** Actions at the end of each row: a Menu. */
  rowActions?: (row: Row) => ReactNode
  /** When there is nothing at all yet. */
  empty: { title: string; text?: string; action?: ReactNode }
  /** When the list cannot be loaded, instead of the server's message. */
  failure?: string
  /** The name of the CSV export: `orders` is /api/export/orders.csv. */
  exportName?: string
}

const features = tableFeatures({ rowSelectionFeature })

/** A list of the back office: the server pages, sorts, searches and filters; the URL says how. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { list, label, columns, rowName, bulkActions } = props
  const [selection, setSelection] = useState<RowSelectionState>({})
  const isWide = useWideScreen()
  const rows = list.data?.items ?? NO_ROWS
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.header,
          cell: ({ row }) => column.cell(row.original),
        }),
      ),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: (row) => String(row.id),
    state: { rowSelection: selection },
    onRowSelectionChange: setSelection,
  })
  const selected = rows.filter((row) => selection[String(row.id)]) as Row[]
  const clear = () => setSelection({})
  const Rows = isWide ? TableRows : CardRows

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox list={list} label={props.searchLabel ?? `Search ${label}`} />
        {props.filters}
        {list.isFiltered && (
          <Button look="quiet" size="small" onClick={list.clear}>
            Clear filters
          </Button>
        )}
        {props.exportName && (
          <a
            href={`/api/export/${props.exportName}.csv?${list.queryString}`}
            download
            className={buttonStyle({ look: 'outline', size: 'small', className: 'ml-auto' })}
          >
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </a>
        )}
      </div>
      {bulkActions && selected.length > 0 && (
        <section
          aria-label="Selected rows"
          className="flex flex-wrap items-center gap-2 rounded-field bg-blush px-4 py-2"
        >
          <span className="mr-2 font-medium text-sm" aria-live="polite">
            {selected.length} selected
          </span>
          {bulkActions(selected, clear)}
          <Button look="quiet" size="small" onClick={clear}>
            Clear selection
          </Button>
        </section>
      )}
      {!list.data && !list.error && <LoadingRows />}
      {!list.data && list.error && (
        <FailedState message={props.failure ?? errorMessage(list.error)} onRetry={list.retry} />
      )}
      {list.data &&
        rows.length === 0 &&
        (list.isFiltered ? (
          <NoMatch label={label} onClear={list.clear} />
        ) : (
          <EmptyState {...props.empty} />
        ))}
      {rows.length > 0 && (
        <div className={clsx('transition-opacity', list.isStale && 'opacity-60')}>
          <Rows
            label={label}
            columns={columns}
            rows={table.getRowModel().rows}
            list={list}
            rowName={rowName}
            selectable={Boolean(bulkActions)}
            allSelected={table.getIsAllRowsSelected()}
            someSelected={table.getIsSomeRowsSelected()}
            onSelectAll={(on) => table.toggleAllRowsSelected(on)}
            rowActions={props.rowActions}
          />
        </div>
      )}
      {list.data && list.data.total > 0 && <Pager list={list} />}
    </div>
  )
}

const NO_ROWS: never[] = []

type TableRow<Row> = {
  id: string
  original: Row
  getIsSelected: () => boolean
  toggleSelected: (on: boolean) => void
}

type RowsProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly TableRow<Row>[]
  list: List<Row>
  rowName: (row: Row) => string
  selectable: boolean
  allSelected: boolean
  someSelected: boolean
  onSelectAll: (on: boolean) => void
  rowActions?: (row: Row) => ReactNode
}

function TableRows<Row>(props: RowsProps<Row>) {
  const { columns, rows, selectable, rowActions } = props
  return (
    <div className="relative max-h-[max(24rem,calc(100dvh-17rem))] overflow-auto rounded-card border border-line bg-paper">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{props.label}</caption>
        <thead className="sticky top-0 z-10 bg-paper shadow-[inset_0_-1px_0_var(--line)]">
          <tr>
            {selectable && (
              <th scope="col" className="w-11 pl-3.5">
                <SelectBox
                  label="Select all rows of this page"
                  checked={props.allSelected}
                  mixed={props.someSelected}
                  onChange={props.onSelectAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} list={props.list} />
            ))}
            {rowActions && (
              <th scope="col" className="w-12">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line" onKeyDown={moveBetweenRows}>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={clsx(
                'h-11 transition-colors hover:bg-blush/40',
                row.getIsSelected() && 'bg-blush/60',
              )}
            >
              {selectable && (
                <td className="pl-3.5">
                  <RowSelect row={row} rowName={props.rowName} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.id} className={clsx(cellStyle(column), 'py-1.5')}>
                  {column.cell(row.original)}
                </td>
              ))}
              {rowActions && <td className="pr-1.5 text-right">{rowActions(row.original)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellStyle = <Row,>({ align, className }: Column<Row>) =>
  clsx('px-3.5', align === 'right' ? 'text-right tabular-nums' : 'text-left', className)

function HeadCell<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const style = clsx(cellStyle(column), 'h-10 whitespace-nowrap font-medium text-quiet')
  const { sort, header } = column
  if (!sort) {
    return (
      <th scope="col" className={style}>
        {header}
      </th>
    )
  }
  const isUp = list.search.sort === sort
  const isDown = list.search.sort === `-${sort}`
  const Arrow = isUp ? ArrowUp : isDown ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      className={style}
    >
      <button
        type="button"
        onClick={() => list.set({ sort: isUp ? `-${sort}` : sort })}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {header}
        <Arrow aria-hidden="true" className="size-3.5" />
      </button>
    </th>
  )
}

/** On phones. */
function CardRows<Row>({ columns, rows, selectable, ...props }: RowsProps<Row>) {
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const lines = columns.filter((column) => column !== title && column.phone !== 'none')
  return (
    <ul aria-label={props.label} className="grid gap-2">
      {rows.map((row) => (
        <li
          key={row.id}
          className={clsx(
            'flex items-start gap-3 rounded-card border border-line bg-paper p-3.5',
            row.getIsSelected() && 'border-rose',
          )}
        >
          {selectable && <RowSelect row={row} rowName={props.rowName} />}
          <div className="grid min-w-0 flex-1 gap-1.5 text-sm">
            <div className="min-w-0 font-medium">{title?.cell(row.original)}</div>
            {lines.map((column) => (
              <div key={column.id} className="flex min-w-0 items-center justify-between gap-3">
                <span className="shrink-0 text-quiet">{column.header}</span>
                <span className="min-w-0 text-right tabular-nums">{column.cell(row.original)}</span>
              </div>
            ))}
          </div>
          <div className="-mt-2.5 -mr-2">{props.rowActions?.(row.original)}</div>
        </li>
      ))}
    </ul>
  )
}

function RowSelect<Row>({ row, rowName }: { row: TableRow<Row>; rowName: (row: Row) => string }) {
  return (
    <SelectBox
      label={`Select ${rowName(row.original)}`}
      checked={row.getIsSelected()}
      onChange={(on) => row.toggleSelected(on)}
    />
  )
}

type SelectBoxProps = {
  label: string
  checked: boolean
  mixed?: boolean
  onChange: (on: boolean) => void
}

function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = mixed && !checked
      }}
      onChange={(event) => onChange(event.target.checked)}
      className="block size-4.5 cursor-pointer accent-rose pointer-coarse:size-6"
    />
  )
}

/** Arrow up and down go to the same control of the next row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (!step || target.matches('input:not([type=checkbox]), select, textarea, [aria-haspopup]'))
    return
  const row = target.closest('tr')
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  const controls = (of: Element | null | undefined) => [
    ...(of?.querySelectorAll<HTMLElement>('a, button, input, select') ?? []),
  ]
  const position = controls(row).indexOf(target)
  const same = controls(next)[position]
  if (!same) return
  event.preventDefault()
  same.focus()
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-card border border-line">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 8 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={n} className="h-11 rounded-none" />
      ))}
    </div>
  )
}

function NoMatch({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
      title={`No ${label} match`}
      text="Try other words or fewer filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}
