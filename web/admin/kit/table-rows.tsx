import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { NamedList } from '../../ui/NamedList.tsx'
import type { List } from './list.ts'

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
  onOpen?: (row: Row) => void
  rowActions?: (row: Row) => ReactNode
}

export function TableRows<Row>(props: RowsProps<Row>) {
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
              onClick={opening(row.original, props.onOpen)}
              className={clsx(
                props.onOpen && 'cursor-pointer',
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

/** Of controls in the row, of a dialog that one of them opened, and of marked text the row takes no click. */
const opening = <Row,>(row: Row, open?: (row: Row) => void) =>
  open &&
  ((event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const isOfRow = event.currentTarget.contains(target)
    if (!isOfRow || target.closest('a, button, input, select, label') || getSelection()?.toString())
      return
    open(row)
  })

/** On phones. */
export function CardRows<Row>({ columns, rows, selectable, ...props }: RowsProps<Row>) {
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const lines = columns.filter((column) => column !== title && column.phone !== 'none')
  return (
    <NamedList label={props.label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the title of the row is a control that does the same.
        <li
          key={row.id}
          onClick={opening(row.original, props.onOpen)}
          className={clsx(
            'grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-card border border-line bg-paper p-3.5 text-sm [overflow-wrap:anywhere]',
            row.getIsSelected() && 'border-rose',
          )}
        >
          <div className="flex items-start gap-3">
            {selectable && <RowSelect row={row} rowName={props.rowName} />}
            <div className="min-w-0 flex-1 font-medium">{title?.cell(row.original)}</div>
            <div className="-my-2.5 -mr-2 shrink-0">{props.rowActions?.(row.original)}</div>
          </div>
          {lines.map((column) => (
            <div key={column.id} className="flex min-w-0 items-center justify-between gap-3">
              <span className="shrink-0 text-quiet">{column.header}</span>
              <span className="min-w-0 text-right tabular-nums">{column.cell(row.original)}</span>
            </div>
          ))}
        </li>
      ))}
    </NamedList>
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
