import { createFileRoute } from '@tanstack/react-router'
import type { PeopleQuery } from '#contract/people.ts'
import { PeoplePage } from '../../admin/people/PeoplePage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/people')({
  validateSearch: declareSearch<PeopleQuery>(),
  head: headWithTitle('People'),
  component: PeoplePage,
})
