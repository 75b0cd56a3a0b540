import { createFileRoute } from '@tanstack/react-router'
import { PagesPage } from '../../admin/pages/PagesPage.tsx'
import { TextPage } from '../../features/content/TextPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/pages')({
  head: ({ matches }) => pageHead(matches, 'Pages'),
  component: () => <PagesPage preview={(page) => <TextPage {...page} />} />,
})
