import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../features/account/MailedLinks.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/forgot-password')({
  head: headWithTitle('Forgotten password'),
  component: ForgotPassword,
})
