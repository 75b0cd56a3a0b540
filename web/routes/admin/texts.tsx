import { createFileRoute } from '@tanstack/react-router'
import { TextsPage } from '../../admin/texts/TextsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/texts')({
  head: titled('Texts and Claims'),
  component: TextsPage,
})
