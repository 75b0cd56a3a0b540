import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../features/account/MailedLinks.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/forgot-password')({
  head: ({ matches }) => pageHead(matches, 'Forgotten password'),
  component: ForgotPassword,
})
