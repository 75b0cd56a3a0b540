import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import type { ProductSummary } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Picture } from '../../ui/Picture.tsx'
import { pricesDiffer } from './ProductCard.tsx'

const MOST_SUGGESTIONS = 5
const DEBOUNCE_MS = 150

type SuggestionListProps = {
  id: string
  typed: string
  keys: { active: number | null; setPicks: (picks: (() => void)[]) => void }
  onLeave: () => void
}

export function SuggestionList({ id, typed, keys, onLeave }: SuggestionListProps) {
  const navigate = useNavigate()
  const q = useDebounced(typed, DEBOUNCE_MS)
  const { data } = useQuery(
    api.products.list.queryOptions({
      input: { q, limit: MOST_SUGGESTIONS },
      placeholderData: keepPreviousData,
    }),
  )
  const products = data?.items ?? []
  const leaveTo = (go: () => Promise<void>) => () => {
    onLeave()
    void go()
  }
  const picks = [
    ...products.map(({ id }) => leaveTo(() => navigate({ to: '/product/$id', params: { id } }))),
    leaveTo(() => navigate({ to: '/products', search: { q: typed } })),
  ]
  keys.setPicks(picks)
  if (!data) return null
  const option = (n: number) => ({
    id: `${id}-${n}`,
    active: keys.active === n,
    onPick: picks[n],
  })
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-50 mt-2 min-w-full animate-appear overflow-hidden rounded-card border border-line bg-paper py-2 shadow-float xl:-left-28"
    >
      {products.map((product, n) => (
        <Option key={product.id} {...option(n)}>
          <Suggestion product={product} />
        </Option>
      ))}
      <Option {...option(products.length)}>
        <span className="truncate text-rose text-sm">
          {products.length > 0
            ? `See all results for “${typed}”`
            : `Nothing found for “${typed}”. Search anyway`}
        </span>
      </Option>
    </div>
  )
}

type OptionProps = {
  id: string
  active: boolean
  onPick: (() => void) | undefined
  children: ReactNode
}

function Option({ id, active, onPick, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // Keeps the focus in the field until the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 outline-none hover:bg-blush',
        active && 'bg-blush',
      )}
    >
      {children}
    </div>
  )
}

function Suggestion({ product }: { product: ProductSummary }) {
  const formatMoney = useMoney()
  return (
    <>
      <span className="w-10 shrink-0 overflow-hidden rounded-field">
        <Picture
          src={product.image_url}
          alt=""
          sizes="40px"
          className="aspect-4/5 w-full object-cover"
        />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium text-[0.9375rem]">{product.name}</span>
        <span className="truncate text-quiet text-sm">{product.category}</span>
      </span>
      <span className="text-sm tabular-nums">
        {pricesDiffer(product) && 'From '}
        {formatMoney(product.price)}
      </span>
    </>
  )
}

function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
