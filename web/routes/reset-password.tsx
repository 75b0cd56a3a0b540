import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '../features/account/MailedLinks.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/reset-password')({
  head: ({ matches }) => pageHead(matches, 'New password'),
  component: ResetPassword,
})
