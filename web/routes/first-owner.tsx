import { createFileRoute } from '@tanstack/react-router'
import { FirstOwner } from '../features/account/FirstOwner.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/first-owner')({
  head: headWithTitle('Your shop'),
  component: FirstOwner,
})
