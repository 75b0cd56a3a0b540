import { createFileRoute } from '@tanstack/react-router'
import { TERMS } from '../features/content/policies.ts'
import { TextPage } from '../features/content/TextPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/terms')({
  head: titled('Terms of Service'),
  component: () => <TextPage title="Terms of Service" content={TERMS} />,
})
