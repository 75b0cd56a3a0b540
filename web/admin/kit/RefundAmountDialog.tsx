import { type FormEvent, type ReactNode, useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import type { RefundParts } from '#contract/refund-parts.ts'
import { useCurrencySign, useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import {
  amountOf,
  amountProblem,
  numbersOf,
  partsProblem,
  RefundPartFields,
  type TypedParts,
} from './RefundPartFields.tsx'

const FORM_ID = 'refund'

type RefundAmountDialogProps = {
  title: string
  description: string
  /** What happens, with the amount that was entered. */
  confirmText: (money: string) => string
  /** Of the payment, and of its parts where it has tax. */
  left: number
  most: Payment['parts_left']
  /** What it begins with. */
  amount: number
  parts?: RefundParts | null
  busy: boolean
  /** What it throws was shown; the form comes back as it was. */
  refund: (chosen: { amount: number; parts: RefundParts | undefined }) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Asks for the amount, then for confirmation, because a refund cannot be undone. */
export function RefundAmountDialog(props: RefundAmountDialogProps) {
  const { left, most, busy, onClose } = props
  const formatMoney = useMoney()
  const sign = useCurrencySign()
  const [typed, setTyped] = useState(props.amount.toFixed(2))
  const [parts, setParts] = useState(() => (props.parts ? typedParts(props.parts) : null))
  const [problem, setProblem] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const amount = most && parts ? amountOf(parts, most) : Number(typed)

  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const found =
      most && parts
        ? partsProblem(parts, most, formatMoney)
        : amountProblem(typed, left, formatMoney)
    setProblem(found)
    if (!found) setConfirming(true)
  }
  const refund = () =>
    props
      .refund({ amount, parts: parts ? numbersOf(parts) : undefined })
      .catch(() => setConfirming(false))
  if (isConfirming) {
    return (
      <ConfirmDialog
        open
        onOpenChange={setConfirming}
        title={`Refund ${formatMoney(amount)}?`}
        text={props.confirmText(formatMoney(amount))}
        confirmLabel="Refund"
        busy={busy}
        onConfirm={() => void refund()}
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID}>
            Continue
          </Button>
        </>
      }
    >
      <Form label="Refund" id={FORM_ID} onSubmit={goOn} className="grid gap-5">
        {!parts && (
          <Field label={`Amount in ${sign}`} error={problem} hint={`At most ${formatMoney(left)}`}>
            <Input
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        {most && (
          <RefundPartFields
            most={most}
            parts={parts}
            problem={parts ? problem : undefined}
            amount={amountProblem(typed, left, formatMoney) ? null : Number(typed)}
            onChange={(next) => {
              setProblem(undefined)
              setParts(next)
            }}
          />
        )}
        {props.children}
      </Form>
    </Dialog>
  )
}

const typedParts = ({ goods, shipping, tax }: RefundParts): TypedParts => ({
  goods: goods.toFixed(2),
  shipping: shipping.toFixed(2),
  tax: tax.toFixed(2),
})
