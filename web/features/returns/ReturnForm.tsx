import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { LONGEST_RETURN_REASON, MOST_RETURN_PICTURES } from '#contract/return-status.ts'
import type { ReturnsOfOrder } from '#contract/returns.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Textarea } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { toast } from '../../ui/toast.ts'
import { Uploader } from '../../ui/Uploader.tsx'

type Lines = ReturnsOfOrder['lines']
type ReturnFormProps = {
  order: Order
  orderKey?: string
  /** Those of which something can be returned. */
  lines: Lines
  onAsked: () => void
  onCancel: () => void
  /** What is left may be less than what is shown. */
  onRefused: () => void
}

/** Whatever fails, an upload or the sending: what was chosen and typed stays. */
export function ReturnForm(props: ReturnFormProps) {
  const { order, orderKey, lines, onAsked, onCancel, onRefused } = props
  const [idempotency_key] = useState(randomUuid)
  const [chosen, setChosen] = useState<Record<string, number>>(() => startWith(lines))
  const [reason, setReason] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const [isUploading, setUploading] = useState(false)
  const [problems, setProblems] = useState<{ lines?: string; reason?: string }>({})
  const ask = useMutation(
    api.returns.ask.mutationOptions({
      onSuccess: onAsked,
      onError: (error) => {
        toast.error('Error', errorMessage(error))
        onRefused()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = lines
      .map(({ product_id, left }) => ({
        product_id,
        quantity: Math.min(chosen[product_id] ?? 0, left),
      }))
      .filter(({ quantity }) => quantity > 0)
    const found = {
      lines: wanted.length === 0 ? 'Choose what you want to return' : undefined,
      reason: reason.trim() === '' ? 'Please say why you return it' : undefined,
    }
    setProblems(found)
    if (found.lines || found.reason || ask.isPending) return
    if (isUploading) return toast.error('Error', 'Please wait until your pictures are uploaded.')
    const id = { id: order.id, key: orderKey }
    ask.mutate({ ...id, idempotency_key, lines: wanted, reason: reason.trim(), pictures })
  }
  return (
    <div className="rounded-card border border-line bg-paper p-5 sm:p-7">
      <Form label="Return items" onSubmit={submit} className="grid gap-6">
        <LineFields
          lines={lines}
          chosen={chosen}
          error={problems.lines}
          onChange={(product_id, quantity) => setChosen({ ...chosen, [product_id]: quantity })}
        />
        <Field
          label="Why do you return it?"
          error={problems.reason}
          hint="For example: it came damaged, it does not suit your skin, it is the wrong item."
        >
          <Textarea
            dir="auto"
            rows={4}
            maxLength={LONGEST_RETURN_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Uploader
          purpose="return"
          query={{ order: order.id, ...(orderKey && { key: orderKey }) }}
          label="Pictures (optional)"
          hint={`Up to ${MOST_RETURN_PICTURES} pictures of 5 MB. Only you and the shop can see them.`}
          maxFiles={MOST_RETURN_PICTURES}
          value={pictures}
          onChange={setPictures}
          onBusyChange={setUploading}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" busy={ask.isPending}>
            Ask for a return
          </Button>
          <Button look="outline" size="large" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Who bought one thing means that one. */
function startWith(lines: Lines): Record<string, number> {
  const [first, ...others] = lines
  return first && others.length === 0 && first.left === 1 ? { [first.product_id]: 1 } : {}
}

type LineFieldsProps = {
  lines: Lines
  chosen: Record<string, number>
  error?: string
  onChange: (product_id: string, quantity: number) => void
}

function LineFields({ lines, chosen, error, onChange }: LineFieldsProps) {
  const id = useId()
  const formatMoney = useMoney()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-2">
      <legend className="mb-2 font-medium text-sm">What do you want to return?</legend>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map(({ product_id, name, image_url, price, left }) => (
          <li key={product_id} className="flex items-start gap-4 py-3 sm:items-center">
            <span className="w-12 shrink-0 overflow-hidden rounded-field">
              <Picture
                src={image_url}
                alt=""
                sizes="48px"
                className="aspect-4/5 w-full object-cover"
              />
            </span>
            <div className="grid min-w-0 flex-1 justify-items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
              <span className="grid">
                <span className="line-clamp-2 break-words font-medium leading-snug">{name}</span>
                <span className="text-quiet text-sm tabular-nums">
                  {left} × {formatMoney(price)}
                </span>
              </span>
              <QuantityStepper
                label={name}
                min={0}
                max={left}
                value={Math.min(chosen[product_id] ?? 0, left)}
                onChange={(quantity) => onChange(product_id, quantity)}
              />
            </div>
          </li>
        ))}
      </ul>
      {error && (
        <p id={id} role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
