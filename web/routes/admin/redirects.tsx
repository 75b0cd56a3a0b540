import { createFileRoute } from '@tanstack/react-router'
import type { MissingPageQuery, RedirectQuery } from '#contract/redirects.ts'
import { RedirectsPage } from '../../admin/redirects/RedirectsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/redirects')({
  validateSearch: declareSearch<
    Omit<RedirectQuery, 'sort'> & Pick<MissingPageQuery, 'sort'> & { tab?: string }
  >(),
  head: headWithTitle('Redirects'),
  component: RedirectsPage,
})
