import { createFileRoute } from '@tanstack/react-router'
import { TrackingPage } from '../../admin/settings/TrackingPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/tracking')({
  head: headWithTitle('Counting and Tracking'),
  component: TrackingPage,
})
