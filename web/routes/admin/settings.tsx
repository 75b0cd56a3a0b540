import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../admin/settings/SettingsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/settings')({
  head: ({ matches }) => pageHead(matches, 'Site Settings'),
  component: SettingsPage,
})
