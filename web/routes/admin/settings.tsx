import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../admin/settings/SettingsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/settings')({
  head: titled('Site Settings'),
  component: SettingsPage,
})
