import type { Money } from '#contract/money.ts'
import type { Payment, Refund } from '#contract/payments.ts'
import { refundAmount, splitRefund } from '#contract/refund-parts.ts'
import { useCurrencySign, useMoney } from '../../lib/money.ts'
import { Checkbox, Field, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'

type Most = NonNullable<Payment['parts_left']>

const PARTS = ['goods', 'shipping', 'tax'] as const
type Part = (typeof PARTS)[number]

/** As typed; a part without a field is nothing. */
export type TypedParts = Record<Part, string>

const LABELS: Record<Part, string> = {
  goods: 'Products',
  shipping: 'Shipping',
  tax: 'Tax',
}

export const numbersOf = (parts: TypedParts) => ({
  goods: Number(parts.goods),
  shipping: Number(parts.shipping),
  tax: Number(parts.tax),
})

export const amountOf = (parts: TypedParts, { tax_included }: Most) =>
  refundAmount(numbersOf(parts), tax_included)

export function partsProblem(parts: TypedParts, most: Most, formatMoney: Money) {
  if (PARTS.some((part) => !/^\d{1,8}(\.\d{1,2})?$/.test(parts[part].trim()))) {
    return 'Please enter amounts such as 12.50'
  }
  const over = PARTS.find((part) => Number(parts[part]) > most[part])
  if (over) return `${LABELS[over]}: at most ${formatMoney(most[over])} is left`
  const amount = amountOf(parts, most)
  if (amount <= 0) return 'Please enter more than 0'
  return Number(parts.tax) > amount ? 'The tax is more than the refund' : undefined
}

export function amountProblem(typed: string, left: number, formatMoney: Money) {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(typed.trim())) return 'Please enter an amount such as 12.50'
  const amount = Number(typed)
  if (amount <= 0) return 'Please enter more than 0'
  return amount > left ? `At most ${formatMoney(left)} is left of this payment` : undefined
}

export function showRefundOutcome(status: Refund['status'], money: string) {
  if (status === 'failed') {
    return toast.error(
      'Refund failed',
      `The provider did not refund ${money}. Try again, or do it in the provider's dashboard.`,
    )
  }
  if (status === 'requested') {
    return toast.success(
      'Refund under way',
      'The provider has not answered yet. The shop finds out by itself.',
    )
  }
  toast.success('Refund sent', `${money} is on its way back.`)
}

type RefundPartFieldsProps = {
  most: Most
  /** Null: in proportion. */
  parts: TypedParts | null
  /** Of the refund in proportion; null while it is not valid. */
  amount: number | null
  problem: string | undefined
  onChange: (parts: TypedParts | null) => void
}

/** How a refund of an order with tax divides: in proportion, or as the owner enters it. */
export function RefundPartFields({
  most,
  parts,
  amount,
  problem,
  onChange,
}: RefundPartFieldsProps) {
  const formatMoney = useMoney()
  const sign = useCurrencySign()
  const { tax_included } = most
  const split = splitRefund(most, amount ?? 0, tax_included)
  const start = () =>
    onChange({
      goods: split.goods.toFixed(2),
      shipping: split.shipping.toFixed(2),
      tax: split.tax.toFixed(2),
    })
  return (
    <div className="grid gap-4">
      <Checkbox
        label="Choose how much of each part"
        checked={parts !== null}
        onChange={({ target }) => (target.checked ? start() : onChange(null))}
      />
      {parts ? (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            {PARTS.filter((part) => part !== 'shipping' || most.shipping > 0).map((part) => (
              <Field
                key={part}
                label={`${LABELS[part]} in ${sign}`}
                hint={`At most ${formatMoney(most[part])}`}
              >
                <Input
                  inputMode="decimal"
                  value={parts[part]}
                  onChange={({ target }) => onChange({ ...parts, [part]: target.value })}
                />
              </Field>
            ))}
          </div>
          {tax_included && (
            <p className="text-quiet text-sm">The tax is within the other amounts.</p>
          )}
          <p role="status" className="text-sm">
            {problem ? (
              <span className="text-danger">{problem}</span>
            ) : (
              !partsProblem(parts, most, formatMoney) &&
              `Together ${formatMoney(amountOf(parts, most))}`
            )}
          </p>
        </>
      ) : (
        amount !== null && (
          <p className="text-quiet text-sm">
            In proportion: {formatMoney(split.goods)} for products
            {most.shipping > 0 && `, ${formatMoney(split.shipping)} for shipping`},{' '}
            {formatMoney(split.tax)} {tax_included ? 'tax within' : 'tax'}.
          </p>
        )
      )}
    </div>
  )
}
