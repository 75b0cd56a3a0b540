import { createFileRoute } from '@tanstack/react-router'
import { PagesPage } from '../../admin/pages/PagesPage.tsx'
import { TextPage } from '../../features/content/TextPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/pages')({
  head: titled('Pages'),
  component: () => <PagesPage preview={(page) => <TextPage {...page} />} />,
})
