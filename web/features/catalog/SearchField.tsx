import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'

/** Keyboard control of a list whose field keeps the focus: arrows move, Enter picks, Escape closes. */
function useSuggestionKeys() {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const picks = useRef<(() => void)[]>([])

  const move = (by: 1 | -1) => {
    const count = picks.current.length
    // Past either end, no option is active: the focus is back in the field.
    const next = (active ?? (by === 1 ? -1 : count)) + by
    setActive(next < 0 || next >= count ? null : next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && active !== null) picks.current[active]?.()
    else return
    event.preventDefault()
  }
  return {
    open,
    active,
    press,
    close: () => setOpen(false),
    reopen: () => {
      setOpen(true)
      setActive(null)
    },
    /** Set by the list: what picking each option does. */
    setPicks: (next: (() => void)[]) => {
      picks.current = next
    },
  }
}

const loadList = () => import('./SuggestionList.tsx')
const SuggestionList = lazy(async () => ({ default: (await loadList()).SuggestionList }))

type SearchFieldProps = {
  /** The search term of the current page. */
  initial?: string
  autoFocus?: boolean
  onLeave?: () => void
  className?: string
}

/** A plain search form; suggestions appear while typing. */
export function SearchField({ initial = '', autoFocus, onLeave, className }: SearchFieldProps) {
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState(initial)
  const [focused, setFocused] = useState(false)
  const keys = useSuggestionKeys()
  const typed = text.trim()
  const open = focused && keys.open && typed.length > 1

  const leave = () => {
    keys.close()
    onLeave?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leave()
    void navigate({ to: '/products', search: typed ? { q: typed } : {} })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && !open) onLeave?.()
    if (open) keys.press(event)
  }
  return (
    <search className={clsx('relative', className)}>
      <form
        action="/products"
        onSubmit={submit}
        onFocus={() => setFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          setFocused(currentTarget.contains(relatedTarget))
        }
      >
        <Search aria-hidden="true" className="search-icon" />
        <input
          name="q"
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Search"
          aria-label="Search products"
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={
            open && keys.active !== null ? `${listId}-${keys.active}` : undefined
          }
          // biome-ignore lint/a11y/noAutofocus: it opens on request, to search.
          autoFocus={autoFocus}
          onFocus={loadList}
          onChange={({ target }) => {
            setText(target.value)
            keys.reopen()
          }}
          onKeyDown={press}
          className="h-11 w-full rounded-full border border-field/45 bg-paper/60 pr-4 pl-11 text-base transition-colors placeholder:text-quiet hover:border-ink focus-visible:border-rose focus-visible:bg-paper focus-visible:outline-offset-0 sm:text-[0.9375rem] [&::-webkit-search-cancel-button]:hidden"
        />
        {/* Enter submits; the button is for assistive technology that looks for one. */}
        <button type="submit" tabIndex={-1} className="sr-only">
          Show results
        </button>
        {open && (
          <Suspense>
            <SuggestionList id={listId} typed={typed} keys={keys} onLeave={leave} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
