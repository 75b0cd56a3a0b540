import { clsx } from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { type Controlled, chip, chipTone } from './ListControls.tsx'

/** From one day to another, or open at one end; `from` and `to` of the contract's query. */
export function FilterDates({ list }: { list: Controlled }) {
  const { from, to } = list.search
  const isOn = Boolean(from ?? to)
  const clear = () => list.set({ from: undefined, to: undefined })
  return (
    <Popover.Root>
      <span className={clsx(chip, chipTone(isOn), 'relative')}>
        <Popover.Trigger className="flex h-full cursor-pointer items-center gap-2 whitespace-nowrap rounded-full pr-9 pl-3.5">
          {isOn ? <span className="sr-only">Dates: </span> : 'Dates'}
          {spanText(from, to)}
        </Popover.Trigger>
        {isOn ? (
          <button
            type="button"
            aria-label="Clear dates"
            onClick={clear}
            className="absolute right-1 grid size-7 place-items-center rounded-full hover:bg-blush-deep"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        ) : (
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute right-3 size-4 text-quiet"
          />
        )}
      </span>
      <Popover.Portal>
        <Popover.Content
          aria-label="Dates"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 grid w-64 animate-appear gap-3 rounded-field border border-line bg-paper p-4 shadow-float"
        >
          <Day list={list} name="from" label="From" max={to} />
          <Day list={list} name="to" label="To" min={from} />
          <Popover.Close asChild>
            <Button look="soft" size="small">
              Done
            </Button>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type DayProps = {
  list: Controlled
  name: 'from' | 'to'
  label: string
  min?: string
  max?: string
}

function Day({ list, name, label, min, max }: DayProps) {
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-quiet">{label}</span>
      <input
        type="date"
        value={list.search[name] ?? ''}
        min={min}
        max={max}
        onChange={(event) => list.set({ [name]: event.target.value })}
        className="h-9 cursor-pointer rounded-field border border-field/60 bg-paper px-3 text-base focus-visible:border-rose sm:text-sm pointer-coarse:h-11"
      />
    </label>
  )
}

function spanText(from: string | undefined, to: string | undefined): string {
  // A day, not a moment: the same in each time zone.
  const day = (iso: string) => formatDate(iso, { timeZone: 'UTC' })
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`
  if (from) return `From ${day(from)}`
  return to ? `To ${day(to)}` : ''
}
