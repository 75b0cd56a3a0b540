import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/404')({
  loader: () => {
    throw notFound()
  },
  head: ({ matches }) => notFoundHead(matches),
})
