import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmail } from '../features/account/MailedLinks.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/confirm-email')({
  head: headWithTitle('Confirm your address'),
  component: ConfirmEmail,
})
