import { createFileRoute } from '@tanstack/react-router'
import { PRIVACY } from '../features/content/policies.ts'
import { TextPage } from '../features/content/TextPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/privacy')({
  head: titled('Privacy Policy'),
  component: () => <TextPage title="Privacy Policy" content={PRIVACY} />,
})
