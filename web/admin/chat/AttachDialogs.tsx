import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useRights } from '../kit/rights.tsx'
import { type Loading, WhenLoaded } from '../kit/WhenLoaded.tsx'
import type { NewReply } from './outbox.ts'
import { discountText } from './parts.tsx'

type AttachProps = { onSend: (reply: Omit<NewReply, 'seen_seq'>) => void; onClose: () => void }

const MOST_SHOWN = 8

/** Without the right to see the stock, one finds what visitors find. */
function useProducts(text: string) {
  const mayList = useRights()('stock')
  const q = text || undefined
  const all = useQuery({
    ...api.products.admin_list.queryOptions({ input: { q, state: 'active' } }),
    placeholderData: keepPreviousData,
    enabled: mayList,
  })
  const public_ = useQuery({
    ...api.products.list.queryOptions({ input: { q, limit: MOST_SHOWN } }),
    select: ({ items }) => ({ items: items.map((one) => ({ ...one, full_name: one.name })) }),
    placeholderData: keepPreviousData,
    enabled: !mayList,
  })
  return mayList ? all : public_
}

/** Finds a product and sends it as a card. */
export function AttachProduct({ onSend, onClose }: AttachProps) {
  const formatMoney = useMoney()
  const [q, setQ] = useState('')
  const text = useDeferredValue(q.trim())
  const products = useProducts(text)
  return (
    <Picker
      kind="products"
      title="Send a product"
      label="Search products"
      q={q}
      onType={setQ}
      query={products}
      isEmpty={products.data?.items.length === 0}
      onClose={onClose}
    >
      {products.data?.items
        .slice(0, MOST_SHOWN)
        .map(({ id, full_name: name, price, stock, image_url }) => (
          <Row
            key={id}
            name={name}
            onSend={() => onSend({ attach: { type: 'product', product_id: id }, label: name })}
          >
            <Picture
              src={image_url}
              alt=""
              sizes="48px"
              className="size-12 rounded-md object-cover"
            />
            <span className="grid min-w-0 flex-1 text-sm">
              <span className="truncate font-medium">{name}</span>
              <span className="text-quiet tabular-nums">
                {formatMoney(price)}, {stock} in stock
              </span>
            </span>
          </Row>
        ))}
    </Picker>
  )
}

/** Finds a coupon that can be used now and sends its code. */
export function AttachCoupon({ onSend, onClose }: AttachProps) {
  const formatMoney = useMoney()
  const [q, setQ] = useState('')
  const text = useDeferredValue(q.trim())
  const coupons = useQuery({
    ...api.coupons.list.queryOptions({ input: { q: text || undefined, state: 'active' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Picker
      kind="coupons"
      title="Send a coupon"
      label="Search active coupons"
      q={q}
      onType={setQ}
      query={coupons}
      isEmpty={coupons.data?.items.length === 0}
      onClose={onClose}
    >
      {coupons.data?.items.slice(0, MOST_SHOWN).map((coupon) => (
        <Row
          key={coupon.id}
          name={coupon.code}
          onSend={() =>
            onSend({ attach: { type: 'coupon', code: coupon.code }, label: coupon.code })
          }
        >
          <span className="grid min-w-0 flex-1 text-sm">
            <span className="truncate font-medium font-mono tracking-wide">{coupon.code}</span>
            <span className="text-quiet">
              {discountText(coupon, formatMoney)} until <LocalTime iso={coupon.valid_until} />
            </span>
          </span>
        </Row>
      ))}
    </Picker>
  )
}

type PickerProps = {
  kind: 'products' | 'coupons'
  title: string
  label: string
  q: string
  onType: (q: string) => void
  query: Loading<unknown>
  isEmpty: boolean
  onClose: () => void
  children: ReactNode
}

function Picker({ kind, title, label, q, onType, query, ...props }: PickerProps) {
  const { isEmpty, onClose, children } = props
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
        />
        <input
          type="search"
          autoFocus
          aria-label={label}
          placeholder={label}
          maxLength={100}
          value={q}
          onChange={(event) => onType(event.target.value)}
          className="h-11 w-full rounded-field border border-field bg-paper pr-3 pl-9 text-base placeholder:text-quiet focus-visible:border-rose"
        />
      </span>
      <WhenLoaded
        query={query}
        failure={`Failed to load ${kind}`}
        placeholder={<Skeleton className="mt-3 h-64" />}
      />
      {isEmpty && <p className="py-8 text-center text-quiet">Nothing found.</p>}
      <ul className="mt-2 divide-y divide-line">{children}</ul>
    </Dialog>
  )
}

type RowProps = { name: string; onSend: () => void; children: ReactNode }

function Row({ name, onSend, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      {children}
      <Button look="soft" size="small" aria-label={`Send ${name}`} onClick={onSend}>
        Send
      </Button>
    </li>
  )
}
