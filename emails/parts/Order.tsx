import { Column, Row, Section } from '@react-email/components'
import { chargesOf } from '#contract/charges.ts'
import { lineTotal } from '#contract/money.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import type { Charges } from '#contract/totals.ts'
import type { OrderItem } from '../data.ts'
import { clip } from '../format.ts'
import { colour, serif, useAccent, useMoney } from '../tokens.ts'
import { Quiet, Subheading, TextLink } from './Copy.tsx'
import { Picture } from './Picture.tsx'

// Gmail clips a mail after 102 kB.
const MAX_ITEMS = 20

/** What was bought; nothing when a mail knows no items. */
export const Items = ({
  heading,
  items = [],
}: {
  heading: string
  items?: OrderItem[] | undefined
}) =>
  items.length > 0 && (
    <>
      <Subheading>{heading}</Subheading>
      <ItemList items={items} />
    </>
  )

export function ItemList({ items }: { items: OrderItem[] }) {
  const hidden = items.length - MAX_ITEMS
  return (
    <Section>
      {items.slice(0, MAX_ITEMS).map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
        <ItemRow item={item} key={place} />
      ))}
      {hidden > 0 && (
        <div style={{ paddingTop: '14px' }}>
          <Quiet>
            and {hidden} more {hidden === 1 ? 'item' : 'items'}
          </Quiet>
        </div>
      )}
    </Section>
  )
}

function ItemRow({ item }: { item: OrderItem }) {
  const formatMoney = useMoney()
  const name = clip(item.name, 120)
  const review = item.reviewLink ? `. Write a review: ${item.reviewLink}` : ''
  return (
    <Row data-text={`${item.quantity} × ${name}, ${formatMoney(lineTotal(item))}${review}`}>
      <Column className="line" style={{ ...cell, width: '72px' }}>
        <Picture name={name} src={item.image} width={72} />
      </Column>
      <Column className="line" style={{ ...cell, padding: '18px 16px' }}>
        <div className="ink" style={itemName}>
          {name}
        </div>
        <div
          className="quiet"
          style={{ color: colour.quiet, fontSize: '14px', lineHeight: '22px' }}
        >
          {item.quantity > 1 ? `${item.quantity} × ${formatMoney(item.price)}` : 'Quantity 1'}
        </div>
        {item.reviewLink && <TextLink href={item.reviewLink}>Write a review</TextLink>}
      </Column>
      <Column align="right" className="line ink" style={{ ...cell, ...price }}>
        {formatMoney(lineTotal(item))}
      </Column>
    </Row>
  )
}

type TotalsProps = { charges?: Charges | undefined; total: number; label: string }

/** Where there is nothing between subtotal and total, the total alone. */
export function Totals({ charges, total, label }: TotalsProps) {
  const formatMoney = useMoney()
  const between = charges ? chargesOf(charges, formatMoney, '−') : []
  return (
    <Section style={{ paddingTop: '10px' }}>
      {charges && between.length > 0 && (
        <Amount label="Subtotal" value={formatMoney(charges.subtotal)} />
      )}
      {between.map((charge) => (
        <Amount label={charge.label} value={charge.amount} key={charge.key} />
      ))}
      <Row data-text={`${label}: ${formatMoney(total)}`}>
        <Column className="ink" style={{ ...sum, paddingTop: '12px' }}>
          {label}
        </Column>
        <Column align="right" className="ink" style={{ ...sum, paddingTop: '12px' }}>
          {formatMoney(total)}
        </Column>
      </Row>
    </Section>
  )
}

function Amount({ label, value }: { label: string; value: string }) {
  const style = { color: colour.quiet, fontSize: '15px', lineHeight: '26px' }
  return (
    <Row data-text={`${label}: ${value}`}>
      <Column className="quiet" style={style}>
        {label}
      </Column>
      <Column align="right" className="quiet" style={style}>
        {value}
      </Column>
    </Row>
  )
}

export function Address({ address }: { address: ShippingAddress }) {
  const lines = [
    address.fullName,
    address.address,
    `${address.city}, ${address.state} ${address.zipCode}`,
    address.country,
  ]
  return lines.map((line, place) => (
    <div
      className="ink"
      // biome-ignore lint/suspicious/noArrayIndexKey: four lines, always in this order
      key={place}
      style={{ color: colour.ink, fontSize: '15px', lineHeight: '24px' }}
    >
      {line}
    </div>
  ))
}

const steps = ['Confirmed', 'On its way', 'Delivered']

export function Journey({ reached }: { reached: 1 | 2 | 3 }) {
  const { fill } = useAccent()
  return (
    <Row data-skip-in-text="true" style={{ margin: '8px 0 20px' }}>
      {steps.map((step, place) => (
        <Column key={step} style={{ padding: place === 0 ? '0' : '0 0 0 6px', width: '33.33%' }}>
          <div
            className={place < reached ? 'step-done' : 'step'}
            style={{
              backgroundColor: place < reached ? fill : colour.line,
              borderRadius: '3px',
              fontSize: '3px',
              height: '3px',
              lineHeight: '3px',
            }}
          />
          <div
            className={place < reached ? 'ink' : 'quiet'}
            style={{
              color: place < reached ? colour.ink : colour.quiet,
              fontSize: '13px',
              fontWeight: place === reached - 1 ? 600 : 400,
              paddingTop: '10px',
            }}
          >
            {step}
          </div>
        </Column>
      ))}
    </Row>
  )
}

const cell = {
  borderBottom: `1px solid ${colour.line}`,
  padding: '18px 0',
  verticalAlign: 'middle',
} as const

const itemName = { color: colour.ink, fontFamily: serif, fontSize: '18px', lineHeight: '25px' }

const price = {
  color: colour.ink,
  fontSize: '15px',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
} as const

const sum = { color: colour.ink, fontFamily: serif, fontSize: '22px', lineHeight: '30px' }
