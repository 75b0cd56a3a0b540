import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ticketNumber } from '#contract/contact-messages.ts'
import { orderNumber } from '#contract/ids.ts'
import type { Money } from '#contract/money.ts'
import type { Area } from '#contract/rights.ts'
import { client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'

export type Found = { label: string; detail?: string; to: string }

type Asked = { signal: AbortSignal; formatMoney: Money }

/** Something that Ctrl-K finds: a few results, best first. */
export type PaletteSource = {
  area: Area
  heading: string
  search: (text: string, asked: Asked) => Promise<Found[]>
}

export const SOURCES: readonly PaletteSource[] = [
  {
    area: 'orders',
    heading: 'Orders',
    search: async (q, { signal, formatMoney }) => {
      const { items } = await client.orders.admin_list({ q: withoutTheWord(q) }, { signal })
      return items.slice(0, MOST_FOUND).map(({ id, customer_name, customer_email, total }) => ({
        label: `Order ${orderNumber(id)}`,
        detail: `${customer_name ?? customer_email ?? 'Guest'}, ${formatMoney(total)}`,
        to: `/admin/orders/${id}`,
      }))
    },
  },
  {
    area: 'products',
    heading: 'Products',
    search: async (q, { signal, formatMoney }) => {
      const { items } = await client.products.admin_list({ q }, { signal })
      return items.slice(0, MOST_FOUND).map(({ id, full_name, price, stock }) => ({
        label: full_name,
        detail: `${formatMoney(price)}, ${stock} in stock`,
        to: `/admin/products/${id}`,
      }))
    },
  },
  {
    area: 'customers',
    heading: 'Customers',
    search: async (q, { signal }) => {
      const { items } = await client.customers.list({ q }, { signal })
      return items.slice(0, MOST_FOUND).map(({ user_id, email, full_name }) => ({
        label: full_name || email,
        detail: email,
        to: `/admin/customers/${encodeURIComponent(user_id ?? email)}`,
      }))
    },
  },
  {
    area: 'content',
    heading: 'Content pages',
    search: async (q, { signal }) => {
      const { items } = await client.pages.editable({ q }, { signal })
      return items.slice(0, MOST_FOUND).map(({ id, title, slug }) => ({
        label: title,
        detail: `/${slug}`,
        to: `/admin/pages?edit=${id}`,
      }))
    },
  },
  {
    area: 'contact',
    heading: 'Contact messages',
    search: async (q, { signal }) => {
      const { items } = await client.contact_messages.list({ q }, { signal })
      return items.slice(0, MOST_FOUND).map(({ id, name, message }) => ({
        label: `${ticketNumber(id)} ${name}`,
        detail: message.slice(0, LONGEST_DETAIL),
        to: `/admin/contact-messages?message=${id}`,
      }))
    },
  },
  {
    area: 'team',
    heading: 'Guide',
    search: async (q) => {
      const { searchGuide } = await import('./guide.ts')
      return searchGuide(q)
        .slice(0, MOST_FOUND)
        .map(({ title, chapter, to }) => ({ label: title, detail: chapter, to }))
    },
  },
]

/** "order 8137" and "#8137" are the number alone. */
const withoutTheWord = (q: string) => q.replace(/^(orders?\s+)?#?(?=\S)/i, '')

const MOST_FOUND = 5
const LONGEST_DETAIL = 60

const TYPING_PAUSE_MS = 200
const SHORTEST_TEXT = 2

type FoundGroup = { heading: string; items: Found[] }

/** What the sources find for the typed text, after a short pause. They appear together, so that Enter takes the first. */
export function usePaletteSearch(
  typed: string,
  may: (area: Area) => boolean,
): { groups: FoundGroup[]; isSearching: boolean } {
  const text = useAfterPause(typed.trim(), TYPING_PAUSE_MS)
  const formatMoney = useMoney()
  const sources = SOURCES.filter(({ area }) => may(area))
  const enabled = text.length >= SHORTEST_TEXT
  const found = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => searchAll(text, sources, { signal, formatMoney }),
    enabled,
  })
  const isCurrent = typed.trim() === text
  return {
    // Results of a shorter text are not offered: Enter would open the first of them.
    groups: (enabled && isCurrent && found.data) || [],
    isSearching: !isCurrent || found.isFetching,
  }
}

/** A source that fails is left out. */
async function searchAll(
  text: string,
  sources: readonly PaletteSource[],
  asked: Asked,
): Promise<FoundGroup[]> {
  const answers = await Promise.allSettled(sources.map(({ search }) => search(text, asked)))
  return answers.flatMap((answer, n) =>
    answer.status === 'fulfilled' && answer.value.length > 0
      ? [{ heading: sources[n]?.heading ?? '', items: answer.value }]
      : [],
  )
}

function useAfterPause(text: string, ms: number) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
