import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PaymentMethodEdit, type PaymentMethodSettings } from '#contract/edit-payment-methods.ts'
import { type MethodByHand, PAYMENT_METHOD_NAMES } from '#contract/payment-methods.ts'
import { api, client } from '../../lib/api.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox, Input, Textarea } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { textLink } from '../kit/order-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** The ways to pay beside cards, each with a form of its own. */
export function PaymentMethodsPage() {
  const methods = useQuery(api.payment_methods.list.queryOptions())
  return (
    <AdminPage help="paymentMethods" title="Payment Methods">
      <WhenLoaded
        query={methods}
        failure="Failed to load the payment methods"
        placeholder={<Skeleton className="h-96" />}
      >
        {(list) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            {list.map((method) => (
              <MethodForm key={method.id} method={method} />
            ))}
          </div>
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

const TEXTS: Record<MethodByHand, { text: string; hint: string; example: string }> = {
  pick_up: {
    text: 'For orders that the customer comes for. You note the payment at the counter.',
    hint: 'Where and when to come, and how you can be paid.',
    example: 'Pay in cash or by card at our counter, 12 Orchard Lane, Tuesday to Saturday.',
  },
  bank_transfer: {
    text: 'For any order. You note the payment when it is on your account.',
    hint: 'Your account and bank. The reference is the number of the order.',
    example: 'Petal & Dew\nAccount 000 123 456\nRouting number 123 000 789',
  },
}

function MethodForm({ method }: { method: PaymentMethodSettings }) {
  const { id, active, instructions, days, version } = method
  const form = useEditForm<PaymentMethodEdit, PaymentMethodSettings>({
    schema: PaymentMethodEdit,
    values: { active, instructions, days },
    version,
    save: (values, seen = version) => client.payment_methods.save({ ...values, id, version: seen }),
    success: `${PAYMENT_METHOD_NAMES[id]} saved successfully`,
    refresh: [api.payment_methods.key(), api.mail_templates.key(), api.notifications.key()],
  })
  const { text, hint, example } = TEXTS[id]
  return (
    <EditFormFrame form={form} label={PAYMENT_METHOD_NAMES[id]}>
      <Card title={PAYMENT_METHOD_NAMES[id]} text={text}>
        <div className="grid gap-5">
          <Checkbox label="Offer it at checkout" {...form.register('active')} />
          {id === 'pick_up' && <PickUpNote />}
          <FormField form={form} name="instructions" label="How to pay" hint={hint}>
            <Textarea rows={5} placeholder={example} {...form.register('instructions')} />
          </FormField>
          <FormField
            form={form}
            name="days"
            label="Days to pay"
            hint="1 to 30. The items are reserved until the end of the last day; then the order is cancelled with a mail."
          >
            <Input
              inputMode="numeric"
              className="max-w-32"
              {...form.register('days', asNumberOrZero)}
            />
          </FormField>
          <details className="text-quiet">
            <summary className="cursor-pointer py-1 text-xs hover:text-ink">Changes</summary>
            <div className="pt-2 text-ink">
              <ChangeHistory type="payment_methods" id={id} />
            </div>
          </details>
        </div>
      </Card>
    </EditFormFrame>
  )
}

/** Without a pick-up method in the shipping zones nobody is offered to pay there. */
function PickUpNote() {
  const zones = useQuery(api.shipping.zones.queryOptions())
  const isOffered = zones.data?.some(({ methods }) =>
    methods.some(({ kind, active }) => kind === 'pickup' && active),
  )
  if (!zones.data || isOffered) return null
  return (
    <p className="rounded-field bg-honey-tint px-4 py-3 text-honey text-sm">
      No shipping zone offers pick-up yet, so nobody can choose this.{' '}
      <Link to="/admin/shipping" className={textLink}>
        Add it under Shipping
      </Link>
    </p>
  )
}

/** An empty field is no number of days. */
const asNumberOrZero = { setValueAs: (text: unknown) => asNumber.setValueAs(text) ?? 0 }
