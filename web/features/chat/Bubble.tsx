import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { ChatAttachment } from '#contract/chat-messages.ts'
import { formatDate } from '../../lib/format.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'

type BubbleProps = { from: 'me' | 'them'; name: string; foot?: ReactNode; children: ReactNode }

/** One line of a conversation. Screen readers hear who wrote it. */
export function Bubble({ from, name, foot, children }: BubbleProps) {
  const isMine = from === 'me'
  return (
    <div className={clsx('grid max-w-[85%] animate-appear gap-1', isMine ? 'ml-auto' : 'mr-auto')}>
      <div
        className={clsx(
          'wrap-anywhere whitespace-pre-wrap rounded-2xl px-4 py-2.5 text-[0.9375rem] leading-snug',
          isMine ? 'rounded-br-md bg-rose text-on-rose' : 'rounded-bl-md bg-blush text-ink',
        )}
      >
        <span className="sr-only">{name}: </span>
        {children}
      </div>
      {foot && (
        <div className={clsx('px-1 text-quiet text-xs', isMine && 'text-right')}>{foot}</div>
      )}
    </div>
  )
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/

/** Addresses become links; everything else stays text. */
export function MessageText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
        key={index}
        href={part}
        rel="noopener nofollow"
        target="_blank"
        className="underline underline-offset-2"
      >
        {part}
      </a>
    ),
  )
}

export function AttachmentCard({ attachment }: { attachment: ChatAttachment }) {
  const formatMoney = useMoney()
  return attachment.type === 'product' ? (
    <Link
      to="/product/$id"
      params={{ id: attachment.product_id }}
      className="mr-auto flex w-[85%] animate-appear items-center gap-3 rounded-2xl border border-line bg-paper p-2.5 hover:border-ink"
    >
      {attachment.image_url && (
        <img
          src={attachment.image_url}
          alt=""
          width={56}
          height={70}
          className="h-17.5 w-14 rounded-field object-cover"
        />
      )}
      <span className="wrap-anywhere grid min-w-0 gap-0.5">
        <span className="font-medium leading-snug">{attachment.name}</span>
        <span className="text-sm">{formatMoney(attachment.price)}</span>
        <span className="text-rose text-sm">View product</span>
      </span>
    </Link>
  ) : (
    <Coupon coupon={attachment} />
  )
}

function Coupon({ coupon }: { coupon: Extract<ChatAttachment, { type: 'coupon' }> }) {
  const formatMoney = useMoney()
  const [copied, setCopied] = useState(false)
  const discount =
    coupon.discount_percentage === null
      ? formatMoney(coupon.discount_amount ?? 0)
      : `${coupon.discount_percentage}%`
  const copy = () =>
    navigator.clipboard.writeText(coupon.code).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <div className="mr-auto grid w-[85%] animate-appear gap-2 rounded-2xl border border-rose/40 border-dashed bg-paper p-4">
      <p className="font-display text-lg">{discount} off your order</p>
      <p className="flex items-center justify-between gap-3">
        <code className="wrap-anywhere min-w-0 rounded-field bg-blush px-3 py-1.5 font-semibold tracking-wider">
          {coupon.code}
        </code>
        <Button look="outline" size="small" onClick={copy}>
          {copied ? 'Copied' : 'Copy code'}
        </Button>
      </p>
      <p className="text-quiet text-xs">Valid until {formatDate(coupon.valid_until)}</p>
    </div>
  )
}
