import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../admin/settings/SettingsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/settings')({
  head: headWithTitle('Site Settings'),
  component: SettingsPage,
})
