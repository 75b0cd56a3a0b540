import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../features/content/shop-texts.ts'
import { PolicyPage } from '../features/content/TextPage.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/terms')({
  loader: loadText('policy_terms'),
  head: headWithTitle('Terms of Service'),
  component: () => <PolicyPage title="Terms of Service" policy="policy_terms" />,
})
