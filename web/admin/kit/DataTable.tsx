import { clsx } from 'clsx'
import { Download, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { Pager, SearchBox } from './ListControls.tsx'
import type { List } from './list.ts'
import { changeSelection, readSelection } from './selection.ts'
import { CardRows, type Column, TableRows } from './table-rows.tsx'
import { FailedLoad, FirstLoad } from './WhenLoaded.tsx'
import { useWideScreen } from './wide-screen.ts'

type DataTableProps<Row extends { id: string | number }> = {
  /** What the rows are, for screen readers and texts: "products". */
  label: string
  list: List<Row>
  columns: readonly Column<Row>[]
  /** How a row is called when it is selected. */
  rowName: (row: Row) => string
  searchLabel?: string
  /** False for a list without search. */
  isSearchable?: boolean
  /** Selects and switches above the table (see ListControls). */
  filters?: ReactNode
  /** Actions for the selected rows; without them rows cannot be selected. */
  bulkActions?: (rows: Row[], clear: () => void) => ReactNode
  /** Rows that are shown below another one, which stands for all of them. */
  below?: (row: Row) => readonly Row[]
  /** How many things a selected row stands for; one by default. */
  countOf?: (row: Row) => number
  /** A click anywhere on a row opens it. Its title opens it too: by keyboard, and for screen readers. */
  onOpen?: (row: Row) => void
  /** Actions at the end of each row: a Menu. */
  rowActions?: (row: Row) => ReactNode
  /** When there is nothing at all yet. */
  empty: { title: string; text?: string; action?: ReactNode }
  /** The name of the CSV export: `orders` is /api/export/orders.csv. */
  exportName?: string
}

/** A list of the back office: the server pages, sorts, searches and filters; the URL says how. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { list, label, columns, rowName, bulkActions } = props
  const [selection, setSelection] = useState<ReadonlySet<Row['id']>>(new Set())
  const isWide = useWideScreen()
  const items: readonly Row[] = list.data?.items ?? []
  const nested = { rows: items, below: props.below ?? (() => []) }
  const rows = items.flatMap((row) => [row, ...nested.below(row)])
  const { selected, ticked, mixed } = readSelection(selection, nested)
  const clear = () => setSelection(new Set())
  const select = (some: readonly Row[], on: boolean) =>
    setSelection(changeSelection(selection, nested, some, on))
  const Rows = isWide ? TableRows : CardRows

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start gap-2 md:flex-nowrap">
        <div className="contents flex-1 flex-wrap items-center gap-2 md:flex">
          {props.isSearchable !== false && (
            <SearchBox list={list} label={props.searchLabel ?? `Search ${label}`} />
          )}
          {props.filters}
          {list.isFiltered && (
            <Button look="quiet" size="small" onClick={list.clear}>
              Clear filters
            </Button>
          )}
        </div>
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
          className="sticky top-[calc(var(--bar-height)+0.5rem)] z-20 flex flex-wrap items-center gap-2 rounded-field bg-blush px-4 py-2 max-md:shadow-float"
        >
          <span className="mr-2 font-medium text-sm" aria-live="polite">
            {selected.reduce((sum, row) => sum + (props.countOf?.(row) ?? 1), 0)} selected
          </span>
          {bulkActions(selected, clear)}
          <Button look="quiet" size="small" onClick={clear}>
            Clear selection
          </Button>
        </section>
      )}
      {!list.data && !list.error && (
        <FirstLoad failure={`Failed to load ${label}`}>
          <LoadingRows />
        </FirstLoad>
      )}
      {list.error && (
        <FailedLoad
          failure={`Failed to load ${label}`}
          error={list.error}
          failedAt={list.failedAt}
          isShown={list.data !== undefined}
          onRetry={list.retry}
        />
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
            rows={rows}
            list={list}
            rowName={rowName}
            selected={bulkActions && ticked}
            mixed={mixed}
            isBelow={(row) => !items.includes(row)}
            onSelect={select}
            onOpen={props.onOpen}
            rowActions={props.rowActions}
          />
        </div>
      )}
      {list.data && list.data.total > 0 && <Pager list={list} />}
    </div>
  )
}

function LoadingRows() {
  return (
    <div
      role="status"
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper"
    >
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 8 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={n} className="flex h-11 items-center justify-between gap-6 px-3.5">
          <Skeleton className="h-3 w-2/5 rounded-full" />
          <Skeleton className="h-3 w-1/6 rounded-full" />
        </div>
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
