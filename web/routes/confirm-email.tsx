import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmail } from '../features/account/MailedLinks.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/confirm-email')({
  head: titled('Confirm your address'),
  component: ConfirmEmail,
})
