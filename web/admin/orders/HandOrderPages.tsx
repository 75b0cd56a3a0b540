import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import { EditOrder, LINK_DAYS, PlaceByHand } from '#contract/orders-by-hand.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { HandOrderForm } from './HandOrderForm.tsx'
import { contentsOf, type Draft, draftOf, NEW_DRAFT } from './hand-order.ts'

const TOUCHED = [api.orders.key(), api.mails.key(), api.customers.key(), api.products.key()]

/** After a change of prices the total is asked for again, so that the next try shows it. */
function useRequote() {
  const queries = useQueryClient()
  return (error: unknown) => {
    if (hasErrorCode(error, 'TOTAL_CHANGED')) {
      void queries.invalidateQueries({ queryKey: api.orders.quote_by_hand.key() })
    }
    return false
  }
}

export function NewOrderPage() {
  const [draft, setDraft] = useState<Draft>(NEW_DRAFT)
  const change = (values: Partial<Draft>) => setDraft((now) => ({ ...now, ...values }))
  const navigate = useNavigate()
  const keyOf = useRequestKey()
  const { mutate, isPending, isSuccess } = useAdminMutation({
    run: client.orders.place_by_hand,
    success: (_, { payment }) =>
      payment === 'cash' ? 'Order placed and paid' : 'Order placed, the link is on its way',
    refresh: TOUCHED,
    onSuccess: ({ id }) => void navigate({ to: '/admin/orders/$id', params: { id } }),
    onError: useRequote(),
  })
  return (
    <AdminPage help="newOrder" title="New order">
      <HandOrderForm
        isNew
        draft={draft}
        isDirty={draft !== NEW_DRAFT}
        busy={isPending || isSuccess}
        schema={PlaceByHand}
        inputOf={(now, quote) => {
          const { account, payment } = now
          const input = { ...contentsOf(now, quote), user_id: account?.user_id ?? null, payment }
          return { ...input, idempotency_key: keyOf(input) }
        }}
        onChange={change}
        onSubmit={mutate}
        submitLabel={draft.payment === 'cash' ? 'Place as paid' : 'Place and mail the link'}
      >
        <PaymentChoice value={draft.payment} onChange={(payment) => change({ payment })} />
      </HandOrderForm>
    </AdminPage>
  )
}

/** The same contents have the same key, so that a second click or try places no second order. */
function useRequestKey() {
  const last = useRef({ text: '', key: '' })
  return (input: object) => {
    const text = JSON.stringify(input)
    if (last.current.text !== text) last.current = { text, key: randomUuid() }
    return last.current.key
  }
}

const PAYMENTS = [
  {
    value: 'link',
    label: 'Send a payment link',
    text: `The customer gets a mail with a link to pay. The items are reserved for ${LINK_DAYS} days.`,
  },
  {
    value: 'cash',
    label: 'Paid in cash',
    text: 'You have the money, or it was paid some other way. The customer gets the confirmation.',
  },
] as const

type PaymentChoiceProps = { value: Draft['payment']; onChange: (value: Draft['payment']) => void }

function PaymentChoice({ value, onChange }: PaymentChoiceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">How it is paid</legend>
      {PAYMENTS.map((payment) => (
        <label key={payment.value} className="flex cursor-pointer items-start gap-3">
          <input
            type="radio"
            name="payment"
            checked={value === payment.value}
            onChange={() => onChange(payment.value)}
            className="mt-0.5 size-5 shrink-0 accent-rose"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{payment.label}</span>
            <span className="text-quiet text-sm">{payment.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function EditOrderPage({ id }: { id: string }) {
  const order = useQuery({
    ...api.orders.admin_get.queryOptions({ input: { id } }),
    // What is being typed is not replaced by what a colleague saves meanwhile; saving asks.
    refetchOnWindowFocus: false,
  })
  return (
    <AdminPage help="editOrder" title={`Change order ${orderNumber(id)}`}>
      <WhenLoaded
        query={order}
        failure="Failed to load the order"
        placeholder={<Skeleton className="h-96" />}
      >
        {(data) => <EditForm first={data} />}
      </WhenLoaded>
    </AdminPage>
  )
}

function EditForm({ first }: { first: AdminOrder }) {
  // The order as it was opened: its version is the one that a save names.
  const [order] = useState(first)
  const [start] = useState(() => draftOf(order))
  const [draft, setDraft] = useState(start)
  const [mailsLink, setMailsLink] = useState(order.link_sent_at !== null)
  const navigate = useNavigate()
  const { id, version } = order
  const { mutate, isPending, isSuccess } = useAdminMutation({
    run: async (input: EditOrder) => {
      const saved = await client.orders.edit(input)
      if (mailsLink) await client.orders.send_payment_link({ id })
      return saved
    },
    success: 'Order changed',
    refresh: TOUCHED,
    onSuccess: () => void navigate({ to: '/admin/orders/$id', params: { id } }),
    onError: useRequote(),
  })
  return (
    <HandOrderForm
      isNew={false}
      draft={draft}
      isDirty={draft !== start}
      busy={isPending || isSuccess}
      schema={EditOrder}
      inputOf={(now, quote) => ({ ...contentsOf(now, quote), id, version })}
      onChange={(values) => setDraft((now) => ({ ...now, ...values }))}
      onSubmit={mutate}
      submitLabel="Save changes"
    >
      <p className="text-quiet text-sm">
        The customer sees the new total on the page of the order, and the time to pay it begins
        anew.
      </p>
      <Checkbox
        label="Mail a link to pay it"
        checked={mailsLink}
        onChange={({ target }) => setMailsLink(target.checked)}
      />
    </HandOrderForm>
  )
}
