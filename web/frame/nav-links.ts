import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

export type NavLink = { to: string; label: string }

const FIXED: readonly NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Our Products' },
  { to: '/contact', label: 'Contact' },
]

/** The shop's own places, then the pages that the owner put into the bar. */
export function useNavLinks(): readonly NavLink[] {
  const { data: pages } = useSuspenseQuery(api.pages.nav.queryOptions())
  return [...FIXED, ...pages.map(({ slug, title }) => ({ to: `/page/${slug}`, label: title }))]
}
