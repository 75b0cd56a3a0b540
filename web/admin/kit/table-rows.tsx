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

type Identified = { id: string | number }

type RowsProps<Row extends Identified> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  list: List<Row>
  rowName: (row: Row) => string
  /** The ids of the selected rows; undefined when rows cannot be selected. */
  selected: ReadonlySet<Row['id']> | undefined
  /** Of which some that they stand for are selected. */
  mixed: ReadonlySet<Row['id']>
  /** Whether another row stands for it. */
  isBelow: (row: Row) => boolean
  onSelect: (rows: readonly Row[], on: boolean) => void
  onOpen?: (row: Row) => void
  rowActions?: (row: Row) => ReactNode
}

export function TableRows<Row extends Identified>(props: RowsProps<Row>) {
  const { columns, rows, selected, rowActions } = props
  return (
    <div className="relative max-h-[max(24rem,calc(100dvh-17rem))] overflow-auto rounded-card border border-line bg-paper">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{props.label}</caption>
        <thead className="sticky top-0 z-10 bg-paper shadow-[inset_0_-1px_0_var(--line)]">
          <tr>
            {selected && (
              <th scope="col" className="w-11 pl-3.5">
                <SelectBox
                  label="Select all rows of this page"
                  checked={rows.every(({ id }) => selected.has(id))}
                  mixed={rows.some(({ id }) => selected.has(id))}
                  onChange={(on) => props.onSelect(rows, on)}
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
              onClick={opening(row, props.onOpen)}
              className={clsx(
                props.onOpen && 'cursor-pointer',
                'h-11 transition-colors hover:bg-blush/40',
                selected?.has(row.id) ? 'bg-blush/60' : props.isBelow(row) && 'bg-ground/60',
              )}
            >
              {selected && (
                <td className="pl-3.5">
                  <RowSelect {...props} row={row} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.id} className={clsx(cellStyle(column), 'py-1.5')}>
                  {column.cell(row)}
                </td>
              ))}
              {rowActions && <td className="pr-1.5 text-right">{rowActions(row)}</td>}
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

/** A click on a control of the row, in a dialog that one of them opened, or after marking text does not open it. */
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
export function CardRows<Row extends Identified>(props: RowsProps<Row>) {
  const { columns, rows, selected } = props
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const lines = columns.filter((column) => column !== title && column.phone !== 'none')
  return (
    <NamedList label={props.label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the title of the row is a control that does the same.
        <li
          key={row.id}
          onClick={opening(row, props.onOpen)}
          className={clsx(
            'grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-card border border-line bg-paper p-3.5 text-sm [overflow-wrap:anywhere]',
            selected?.has(row.id) && 'border-rose',
            props.isBelow(row) && 'ml-6',
          )}
        >
          <div className="flex items-start gap-3">
            {selected && <RowSelect {...props} row={row} />}
            <div className="min-w-0 flex-1 font-medium">{title?.cell(row)}</div>
            <div className="-my-2.5 -mr-2 shrink-0">{props.rowActions?.(row)}</div>
          </div>
          {lines.map((column) => (
            <CardLine key={column.id} header={column.header} content={column.cell(row)} />
          ))}
        </li>
      ))}
    </NamedList>
  )
}

/** Nothing for what a row does not have. */
function CardLine({ header, content }: { header: string; content: ReactNode }) {
  if (content === null) return null
  return (
    <div className="flex min-w-0 items-center justify-between gap-3">
      <span className="shrink-0 text-quiet">{header}</span>
      <span className="min-w-0 text-right tabular-nums">{content}</span>
    </div>
  )
}

type RowSelectProps<Row extends Identified> = RowsProps<Row> & { row: Row }

function RowSelect<Row extends Identified>(props: RowSelectProps<Row>) {
  const { row, rowName, selected, onSelect } = props
  return (
    <SelectBox
      label={`Select ${rowName(row)}`}
      checked={selected?.has(row.id) ?? false}
      mixed={props.mixed.has(row.id)}
      onChange={(on) => onSelect([row], on)}
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
