import { createFileRoute } from '@tanstack/react-router'
import { UndoEmailChange } from '../features/account/UndoEmailChange.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/undo-email-change')({
  head: ({ matches }) => pageHead(matches, 'Undo the change of address'),
  component: UndoEmailChange,
})
