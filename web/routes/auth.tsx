import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/auth')({
  head: ({ matches }) => pageHead(matches, 'Welcome'),
  component: () => <PagePlaceholder title="Welcome" />,
})
