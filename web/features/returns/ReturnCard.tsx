import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReturnStatus } from '#contract/return-status.ts'
import type { OwnReturn } from '#contract/returns.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

const STATES: Record<
  ReturnStatus,
  { label: string; tone: 'yellow' | 'green' | 'blue' | 'blush'; text: string }
> = {
  asked: {
    label: 'Requested',
    tone: 'yellow',
    text: 'We look at your request and write to you. Please wait with sending anything until then.',
  },
  approved: {
    label: 'Approved',
    tone: 'blue',
    text: 'You can send it back now. We write to you when it has arrived.',
  },
  declined: { label: 'Declined', tone: 'blush', text: 'We cannot take this return.' },
  withdrawn: { label: 'Withdrawn', tone: 'blush', text: 'You have withdrawn this request.' },
  arrived: {
    label: 'Arrived',
    tone: 'blue',
    text: 'It is back with us. We look at it and write to you when your money is on its way.',
  },
  refunded: { label: 'Refunded', tone: 'green', text: '' },
  closed: { label: 'Closed', tone: 'blush', text: 'This return ended without a refund.' },
}

type ReturnCardProps = {
  order_id: string
  orderKey?: string
  made: OwnReturn
  onChanged: () => void
}

export function ReturnCard({ order_id, orderKey, made, onChanged }: ReturnCardProps) {
  const formatMoney = useMoney()
  const { label, tone, text } = STATES[made.status]
  return (
    <article
      aria-labelledby={`return-${made.id}`}
      className="grid gap-4 rounded-card border border-line bg-paper p-5 sm:p-6"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={`return-${made.id}`} className="text-xl">
          Return of <LocalTime iso={made.created_at} />
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </header>
      <p>
        {made.status === 'refunded' && made.refund
          ? `${formatMoney(made.refund.amount)} ${isDone(made.refund.status) ? 'went back to the card you paid with. Banks take 5-7 business days to show it.' : 'is on its way back to the card you paid with.'}`
          : text}
      </p>
      {made.answer && <Words title="What we say">{made.answer}</Words>}
      {made.status === 'approved' && made.instructions && (
        <Words title="How to send it">{made.instructions}</Words>
      )}
      <ul className="grid gap-1">
        {made.lines.map(({ product_id, name, quantity, arrived }) => (
          <li key={product_id} className="break-words">
            <span className="tabular-nums">{quantity} ×</span> {name}
            {arrived !== null && arrived < quantity && (
              <span className="text-quiet"> ({arrived} arrived)</span>
            )}
          </li>
        ))}
      </ul>
      {made.reason && <Words title="What you wrote">{made.reason}</Words>}
      {made.pictures.length > 0 && (
        <Pictures order_id={order_id} orderKey={orderKey} urls={made.pictures} />
      )}
      {made.status === 'asked' && (
        <Withdraw
          input={{ id: order_id, key: orderKey, return_id: made.id }}
          onChanged={onChanged}
        />
      )}
    </article>
  )
}

const isDone = (status: string) => status === 'confirmed' || status === 'done-by-hand'

function Words({ title, children }: { title: string; children: string }) {
  return (
    <div className="grid gap-1 border-line border-l-2 pl-4">
      <p className="text-quiet text-sm">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {children}
      </p>
    </div>
  )
}

type PicturesProps = { order_id: string; orderKey?: string; urls: readonly string[] }

function Pictures({ order_id, orderKey, urls }: PicturesProps) {
  const key = orderKey ? `?key=${encodeURIComponent(orderKey)}` : ''
  return (
    <ul className="flex flex-wrap gap-3">
      {urls.map((url, place) => {
        const address = `/api/orders/${order_id}/return-pictures/${url.replace('/files/', '')}${key}`
        return (
          <li key={url}>
            <a href={address} target="_blank" rel="noreferrer" className="block rounded-field">
              <img
                src={address}
                alt={`What you sent, ${place + 1}`}
                loading="lazy"
                className="size-20 rounded-field bg-blush object-cover"
              />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

type WithdrawProps = {
  input: { id: string; key?: string; return_id: string }
  onChanged: () => void
}

function Withdraw({ input, onChanged }: WithdrawProps) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useMutation(
    api.returns.withdraw.mutationOptions({
      onSuccess: () => toast.success('Your request was withdrawn'),
      onError: (error) => toast.error('Error', errorMessage(error)),
      onSettled: () => {
        setAsking(false)
        onChanged()
      },
    }),
  )
  return (
    <div>
      <Button look="outline" size="small" onClick={() => setAsking(true)}>
        Withdraw request
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Withdraw this request?"
        text="Nobody has answered it yet. You can ask again as long as the order can be returned."
        confirmLabel="Withdraw"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(input)}
      />
    </div>
  )
}
