import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

export type Sort = { by: string; direction: 'up' | 'down' }

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Right for numbers. */
  align?: 'left' | 'right'
  sortable?: boolean
  className?: string
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  empty?: ReactNode
}

/** Shows the sort order and requests another; the caller sorts. */
export function Table<Row>({ caption, columns, rows, rowKey, ...rest }: TableProps<Row>) {
  if (rows.length === 0 && rest.empty) return rest.empty
  return (
    <div className="relative max-h-[75dvh] overflow-auto rounded-card border border-line bg-paper">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-blush">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={rest.sort} onSort={rest.onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="transition-colors hover:bg-blush/40">
              {columns.map((column) => (
                <td key={column.key} className={clsx(cellStyle(column), 'py-2.5')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellStyle<Row>({ align, className }: Column<Row>) {
  return clsx('px-3.5', align === 'right' ? 'text-right tabular-nums' : 'text-left', className)
}

type HeadCellProps<Row> = Pick<TableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const style = clsx(cellStyle(column), 'h-10 whitespace-nowrap font-semibold text-quiet')
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" className={style}>
        {column.head}
      </th>
    )
  }
  const direction = sort?.by === column.key ? sort.direction : undefined
  const Arrow = { up: ArrowUp, down: ArrowDown, none: ChevronsUpDown }[direction ?? 'none']
  const ariaSort = direction && (direction === 'up' ? 'ascending' : 'descending')
  return (
    <th scope="col" aria-sort={ariaSort} className={style}>
      <button
        type="button"
        onClick={() => onSort({ by: column.key, direction: direction === 'up' ? 'down' : 'up' })}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {column.head}
        <Arrow aria-hidden="true" className="size-3.5" />
      </button>
    </th>
  )
}

type PaginationProps = { page: number; hasMore: boolean; onPage: (page: number) => void }

export function Pagination({ page, hasMore, onPage }: PaginationProps) {
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-2 sm:gap-4">
      <Button look="outline" size="narrow" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous
      </Button>
      <span className="whitespace-nowrap text-quiet tabular-nums">Page {page}</span>
      <Button look="outline" size="narrow" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}
