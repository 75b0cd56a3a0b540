import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '../../lib/page-head.ts'
import { MissingPage } from './-gone.tsx'

/** `/page` without a slug. */
export const Route = createFileRoute('/page/')({
  loader: () => {
    throw notFound()
  },
  head: ({ matches }) => notFoundHead(matches),
  notFoundComponent: MissingPage,
})
