import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/account')({
  head: titled('Your account'),
  component: AccountPage,
})
