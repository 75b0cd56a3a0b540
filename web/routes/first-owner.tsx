import { createFileRoute } from '@tanstack/react-router'
import { FirstOwner } from '../features/account/FirstOwner.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/first-owner')({
  head: titled('Your shop'),
  component: FirstOwner,
})
