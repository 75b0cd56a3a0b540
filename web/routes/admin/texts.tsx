import { createFileRoute } from '@tanstack/react-router'
import { TextsPage } from '../../admin/texts/TextsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/texts')({
  head: headWithTitle('Texts and Claims'),
  component: TextsPage,
})
