import { createFileRoute } from '@tanstack/react-router'
import { FirstOwner } from '../features/account/FirstOwner.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/first-owner')({
  head: ({ matches }) => pageHead(matches, 'Your shop'),
  component: FirstOwner,
})
