import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '../features/account/MailedLinks.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/reset-password')({
  head: headWithTitle('New password'),
  component: ResetPassword,
})
