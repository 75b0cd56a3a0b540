import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '../lib/page-head.ts'

/** Addresses that no other route matches. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ matches }) => notFoundHead(matches),
})
