import { createFileRoute } from '@tanstack/react-router'
import { PaymentMethodsPage } from '../../admin/payment-methods/PaymentMethodsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/payment-methods')({
  head: headWithTitle('Payment Methods'),
  component: PaymentMethodsPage,
})
