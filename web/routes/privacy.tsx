import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../features/content/shop-texts.ts'
import { PolicyPage } from '../features/content/TextPage.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/privacy')({
  loader: loadText('policy_privacy'),
  head: headWithTitle('Privacy Policy'),
  component: () => <PolicyPage title="Privacy Policy" policy="policy_privacy" />,
})
