import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../features/account/MailedLinks.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/forgot-password')({
  head: titled('Forgotten password'),
  component: ForgotPassword,
})
