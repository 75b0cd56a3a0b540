import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitation } from '../features/account/AcceptInvitation.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/invitation')({
  head: headWithTitle('Join the team'),
  component: AcceptInvitation,
})
