import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmail } from '../features/account/MailedLinks.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/confirm-email')({
  head: ({ matches }) => pageHead(matches, 'Confirm your address'),
  component: ConfirmEmail,
})
