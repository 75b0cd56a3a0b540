import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '../features/account/MailedLinks.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/reset-password')({
  head: titled('New password'),
  component: ResetPassword,
})
