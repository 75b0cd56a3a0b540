import { createFileRoute } from '@tanstack/react-router'
import type { PageQuery } from '#contract/edit-pages.ts'
import { PagesPage } from '../../admin/pages/PagesPage.tsx'
import { TextPage } from '../../features/content/TextPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/pages')({
  validateSearch: declareSearch<PageQuery & { edit?: string | undefined }>(),
  head: headWithTitle('Pages'),
  component: () => <PagesPage preview={(page) => <TextPage {...page} />} />,
})
