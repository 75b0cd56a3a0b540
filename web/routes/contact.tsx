import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/contact')({
  head: ({ matches }) => pageHead(matches, 'Contact Us'),
  component: () => <PagePlaceholder title="Contact Us" />,
})
