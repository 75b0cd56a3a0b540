import { createFileRoute } from '@tanstack/react-router'
import { UndoEmailChange } from '../features/account/UndoEmailChange.tsx'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/undo-email-change')({
  head: headWithTitle('Undo the change of address'),
  component: UndoEmailChange,
})
