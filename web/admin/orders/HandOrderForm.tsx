import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Quote } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { LeaveGuard } from '../kit/unsaved-changes.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import { HandOrderCustomer } from './HandOrderCustomer.tsx'
import { HandOrderProducts } from './HandOrderProducts.tsx'
import { HandOrderSummary } from './HandOrderSummary.tsx'
import { type Draft, type Problems, problemsOf, quoteRequestOf } from './hand-order.ts'

type Props<Input> = {
  draft: Draft
  isNew: boolean
  isDirty: boolean
  busy: boolean
  schema: z.ZodType<Input>
  inputOf: (draft: Draft, quote: Quote) => unknown
  onChange: (change: Partial<Draft>) => void
  onSubmit: (input: Input) => void
  submitLabel: string
  /** Below the total: how it is paid. */
  children: ReactNode
}

/** What is typed stays, whatever the server says; the total is always the server's. */
export function HandOrderForm<Input>(props: Props<Input>) {
  const { draft, isNew, isDirty, busy, schema, inputOf, onChange, onSubmit } = props
  const [problems, setProblems] = useState<Problems>({})
  const request = quoteRequestOf(draft)
  const settled = useDebounced(request)
  const quote = useQuery({
    ...api.orders.quote_by_hand.queryOptions({
      input: settled ?? { lines: [], in_person: false },
    }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const shown = request === null || quote.isError ? undefined : quote.data
  const isCurrent =
    shown !== undefined &&
    !quote.isPlaceholderData &&
    JSON.stringify(settled) === JSON.stringify(request)
  const couponProblem =
    hasErrorCode(quote.error, 'COUPON_NOT_VALID') || hasErrorCode(quote.error, 'COUPON_USED_UP')
      ? quote.error?.message
      : undefined
  const change = (values: Partial<Draft>) => {
    setProblems({})
    onChange(values)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = inputOf(draft, shown ?? NO_QUOTE)
    const found = problemsOf(schema, input, draft)
    setProblems(found)
    if (Object.keys(found).length > 0 || !isCurrent) return
    onSubmit(schema.parse(input))
  }
  return (
    <Form
      label={isNew ? 'New order' : 'Order'}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <LeaveGuard isDirty={isDirty && !busy} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Products">
          <HandOrderProducts
            lines={draft.lines}
            quote={shown}
            problem={problems.lines}
            onChange={(lines) => change({ lines })}
          />
        </Card>
        <Card title="Customer">
          <HandOrderCustomer
            draft={draft}
            isNew={isNew}
            problems={problems}
            asksPlace={shown?.tax_destination !== undefined}
            onChange={change}
          />
        </Card>
        <Card title="Discount and note">
          <Extras
            draft={draft}
            problems={{ ...problems, ...(couponProblem && { coupon_code: couponProblem }) }}
            onChange={change}
          />
        </Card>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-4">
        <Card title="Total">
          <HandOrderSummary
            draft={draft}
            quote={shown}
            error={couponProblem ? null : quote.error}
            onChange={change}
          />
        </Card>
        <Card title="Payment">
          <div className="grid gap-5">
            {props.children}
            <Button type="submit" busy={busy} disabled={!isCurrent && draft.lines.length > 0}>
              {props.submitLabel}
            </Button>
          </div>
        </Card>
      </div>
    </Form>
  )
}

/** So that what is missing is said before anything can be priced. */
const NO_QUOTE = { total: 0, shipping_method_id: null } as Quote

type ExtrasProps = {
  draft: Draft
  problems: Problems
  onChange: (change: Partial<Draft>) => void
}

function Extras({ draft, problems, onChange }: ExtrasProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Coupon code" optional error={problems.coupon_code} className="sm:col-span-2">
        <Input
          autoComplete="off"
          maxLength={50}
          className="uppercase"
          value={draft.coupon_code}
          onChange={({ target }) => onChange({ coupon_code: target.value })}
        />
      </Field>
      <Field
        label="Discount"
        optional
        hint="An amount, such as 5.00"
        error={problems.extra_discount}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={draft.extra_discount}
          onChange={({ target }) => onChange({ extra_discount: target.value })}
        />
      </Field>
      <Field
        label="Reason for the discount"
        optional={draft.extra_discount.trim() === ''}
        hint="The customer sees it"
        error={problems.discount_reason}
      >
        <Input
          autoComplete="off"
          maxLength={100}
          value={draft.discount_reason}
          onChange={({ target }) => onChange({ discount_reason: target.value })}
        />
      </Field>
      <Field
        label="Note for the customer"
        optional
        hint="On the page of the order, in the mail and on the packing slip"
        error={problems.customer_note}
        className="sm:col-span-2"
      >
        <Textarea
          rows={3}
          maxLength={1000}
          value={draft.customer_note}
          onChange={({ target }) => onChange({ customer_note: target.value })}
        />
      </Field>
    </div>
  )
}
