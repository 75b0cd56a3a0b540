import { chargesOf } from '#contract/charges.ts'
import type { Quote } from '#contract/orders.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { Field, Select } from '../../ui/Field.tsx'
import type { Draft } from './hand-order.ts'

type Props = {
  draft: Draft
  quote: Quote | undefined
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}

/** What the server would charge now. */
export function HandOrderSummary({ draft, quote, error, onChange }: Props) {
  const formatMoney = useMoney()
  if (draft.lines.length === 0) return <p className="text-quiet text-sm">Add a product first.</p>
  if (error) {
    return (
      <p role="alert" className="font-medium text-danger text-sm">
        {errorMessage(error)}
      </p>
    )
  }
  if (!quote) {
    return (
      <p role="status" className="text-quiet text-sm">
        Computing the total…
      </p>
    )
  }
  const reason = draft.discount_reason.trim() || null
  const missing = missingOf(quote, draft)
  return (
    <div className="grid gap-4">
      {quote.shipping_methods.length > 1 && (
        <Field label="Shipping">
          <Select
            value={quote.shipping_method_id ?? ''}
            onChange={({ target }) => onChange({ shipping_method_id: target.value })}
          >
            {quote.shipping_methods.map(({ id, name, price }) => (
              <option key={id} value={id}>
                {name}, {price > 0 ? formatMoney(price) : 'free'}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <dl className="grid gap-1.5 text-sm tabular-nums" aria-live="polite">
        <Row label="Subtotal" value={formatMoney(quote.subtotal)} />
        {chargesOf({ ...quote, discount_reason: reason }, formatMoney, '−').map(
          ({ key, label, amount }) => (
            <Row key={key} label={label} value={amount} />
          ),
        )}
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-semibold text-lg">
          <dt>Total</dt>
          <dd>{formatMoney(quote.total)}</dd>
        </div>
      </dl>
      {missing && (
        <p className="rounded-field bg-honey-tint px-3.5 py-2.5 text-honey text-sm">{missing}</p>
      )}
    </div>
  )
}

const Row = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-quiet wrap-anywhere">{label}</dt>
    <dd>{value}</dd>
  </div>
)

function missingOf({ missing, tax_destination }: Quote, { in_person }: Draft) {
  if (missing === 'not-served') return 'No shipping zone serves this address.'
  if (missing === 'destination') return 'Shipping is added when the address is known.'
  if (tax_destination !== 'missing') return null
  return in_person
    ? 'Tax is added when the place of the sale is known.'
    : 'Tax is added when the address is known.'
}
