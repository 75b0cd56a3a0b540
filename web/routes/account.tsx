import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/account')({
  head: headWithTitle('Your account'),
  component: AccountPage,
})
