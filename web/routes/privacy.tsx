import { createFileRoute } from '@tanstack/react-router'
import { PRIVACY } from '../features/content/policies.ts'
import { TextPage } from '../features/content/TextPage.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/privacy')({
  head: ({ matches }) => pageHead(matches, 'Privacy Policy'),
  component: () => <TextPage title="Privacy Policy" content={PRIVACY} />,
})
