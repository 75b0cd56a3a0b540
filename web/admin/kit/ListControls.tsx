import { clsx } from 'clsx'
import { ChevronDown, ChevronLeft, ChevronRight, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/paging.ts'
import { Button } from '../../ui/Button.tsx'
import type { List } from './list.ts'

export type Controlled = Pick<List<unknown>, 'search' | 'set'>

const TYPING_PAUSE_MS = 250

/** What is typed goes into the URL after a short pause. */
export function SearchBox({ list, label }: { list: Controlled; label: string }) {
  const inUrl = list.search.q ?? ''
  const [text, setText] = useState(inUrl)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What the URL says, and what is on its way into it. Somebody may go on typing meanwhile.
  const sent = useRef([inUrl])
  useEffect(() => {
    const place = sent.current.lastIndexOf(inUrl)
    sent.current = place >= 0 ? sent.current.slice(place) : [inUrl]
    if (place >= 0) return
    // It changed by other means, such as "Clear filters".
    clearTimeout(timer.current)
    setText(inUrl)
  }, [inUrl])
  const search = (q: string) => {
    if (q === sent.current.at(-1)) return
    sent.current.push(q)
    list.set({ q })
  }
  const type = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value.trim()), TYPING_PAUSE_MS)
  }
  return (
    <span className="relative block w-full sm:w-auto sm:max-w-72 sm:flex-[1_1_15rem]">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
        className="h-9 w-full rounded-field border border-field/60 bg-paper pr-3 pl-9 text-base placeholder:text-quiet focus-visible:border-rose sm:text-sm pointer-coarse:h-11"
      />
    </span>
  )
}

export const chip =
  'flex h-9 items-center rounded-full border text-sm transition-colors pointer-coarse:h-11'
export const chipTone = (isOn: boolean) =>
  isOn ? 'border-rose bg-blush' : 'border-field/60 bg-paper hover:border-ink'

type FilterSelectProps = {
  list: Controlled
  /** The parameter of the contract's query. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** One value of a filter, or all. */
export function FilterSelect({ list, name, label, options }: FilterSelectProps) {
  const value = list.search[name] ?? ''
  return (
    <span className={clsx(chip, chipTone(value !== ''), 'relative')}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => list.set({ [name]: event.target.value })}
        className="h-full max-w-52 cursor-pointer appearance-none truncate rounded-full bg-transparent pr-9 pl-3.5"
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value === '' ? (
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-3 size-4 text-quiet"
        />
      ) : (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={() => list.set({ [name]: undefined })}
          className="absolute right-1 grid size-7 place-items-center rounded-full hover:bg-blush-deep"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}

/** A filter that is on or off. */
export function FilterSwitch({ list, name, label }: Omit<FilterSelectProps, 'options'>) {
  const isOn = list.search[name] === 'true'
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => list.set({ [name]: isOn ? undefined : true })}
      className={clsx(chip, chipTone(isOn), 'gap-1.5 px-3.5')}
    >
      {label}
      {isOn && <X aria-hidden="true" className="size-3.5" />}
    </button>
  )
}

const number = new Intl.NumberFormat('en-US')

/** Also for a list whose page is not in the URL. */
type Pages = Pick<List<unknown>, 'data' | 'search' | 'set'>

export function Pager({ list }: { list: Pages }) {
  if (!list.data) return null
  const { page, per_page, total, items } = list.data
  const first = (page - 1) * per_page + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-quiet tabular-nums">
        {number.format(first)}–{number.format(first + items.length - 1)} of {number.format(total)}
        {list.data.is_capped && '+'}
      </span>
      <label className="ml-auto flex items-center gap-2 text-quiet">
        Rows
        <select
          value={list.search.per_page ?? DEFAULT_PAGE_SIZE}
          onChange={(event) => list.set({ per_page: event.target.value })}
          className="h-9 rounded-field border border-field/60 bg-paper px-2 text-ink pointer-coarse:h-11"
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <PageButtons list={list} />
    </nav>
  )
}

export function PageButtons({ list }: { list: Pages }) {
  if (!list.data) return null
  const { page, per_page, total } = list.data
  return (
    <>
      <Button
        look="outline"
        size="small"
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => list.set({ page: page - 1 })}
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
      </Button>
      <Button
        look="outline"
        size="small"
        aria-label="Next page"
        disabled={page * per_page >= total}
        onClick={() => list.set({ page: page + 1 })}
      >
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </>
  )
}
