import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/account')({
  head: ({ matches }) => pageHead(matches, 'Your account'),
  component: AccountPage,
})
