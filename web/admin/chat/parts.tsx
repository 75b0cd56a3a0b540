import { clsx } from 'clsx'
import { TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatAttachment } from '#contract/chat-messages.ts'
import type { Money } from '#contract/money.ts'
import { formatDate } from '../../lib/format.ts'
import { useMoney } from '../../lib/money.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

export const dayOf = (iso: string) => new Date(iso).toDateString()

/** The time of today, the day of anything earlier. */
export function MomentOrDay({ iso }: { iso: string }) {
  const isToday = dayOf(iso) === new Date().toDateString()
  return <time dateTime={iso}>{isToday ? clock.format(new Date(iso)) : formatDate(iso)}</time>
}

export function Clock({ iso }: { iso: string }) {
  return <time dateTime={iso}>{clock.format(new Date(iso))}</time>
}

/** What an agent sent beside words, as it was when it was sent. */
export function Attachment({ attachment }: { attachment: ChatAttachment }) {
  const formatMoney = useMoney()
  if (attachment.type === 'product') {
    const { name, price, image_url } = attachment
    return (
      <span className="flex items-center gap-3 rounded-field bg-paper p-2 pr-4 text-ink">
        <Picture
          src={image_url}
          alt=""
          sizes="48px"
          className="size-12 shrink-0 rounded-md object-cover"
        />
        <span className="grid min-w-0">
          <span className="truncate font-medium">{name}</span>
          <span className="text-quiet tabular-nums">{formatMoney(price)}</span>
        </span>
      </span>
    )
  }
  return (
    <span className="flex items-center gap-3 rounded-field bg-paper p-2 pr-4 text-ink">
      <span className="grid size-12 shrink-0 place-items-center rounded-md bg-blush text-rose">
        <TicketPercent aria-hidden="true" className="size-5" />
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-medium font-mono tracking-wide">{attachment.code}</span>
        <span className="text-quiet">
          {discountText(attachment, formatMoney)} until <LocalTime iso={attachment.valid_until} />
        </span>
      </span>
    </span>
  )
}

type Discount = { discount_percentage: number | null; discount_amount: number | null }

export const discountText = (
  { discount_percentage, discount_amount }: Discount,
  formatMoney: Money,
) =>
  `${discount_percentage === null ? formatMoney(discount_amount ?? 0) : `${discount_percentage}%`} off`

/** `children` says it to screen readers where no words stand beside it. */
export function OnlineDot({ isOnline, children }: { isOnline: boolean; children?: ReactNode }) {
  return (
    <span
      className={clsx(
        'size-2.5 shrink-0 rounded-full',
        isOnline ? 'bg-leaf' : 'border border-field/60',
      )}
    >
      {children && <span className="sr-only">{children}</span>}
    </span>
  )
}
