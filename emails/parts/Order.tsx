import { Column, Row, Section } from '@react-email/components'
import type { OrderItem, ShippingAddress } from '../data.ts'
import { clip, lineTotal, money, sumOf } from '../format.ts'
import { useAccent } from '../look.ts'
import { colour, serif } from '../tokens.ts'
import { Quiet, TextLink } from './Copy.tsx'
import { Picture } from './Picture.tsx'

// Gmail clips a mail after 102 kB.
const MAX_ITEMS = 20

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
  const name = clip(item.name, 120)
  const review = item.reviewLink ? `. Write a review: ${item.reviewLink}` : ''
  return (
    <Row data-text={`${item.quantity} × ${name}, ${money(lineTotal(item))}${review}`}>
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
          {item.quantity > 1 ? `${item.quantity} × ${money(item.price)}` : 'Quantity 1'}
        </div>
        {item.reviewLink && <TextLink href={item.reviewLink}>Write a review</TextLink>}
      </Column>
      <Column align="right" className="line ink" style={{ ...cell, ...price }}>
        {money(lineTotal(item))}
      </Column>
    </Row>
  )
}

/** The discount is the difference between the lines and the total, so that the sum adds up. */
export function Totals({
  items,
  total,
  label,
}: {
  items: OrderItem[]
  total: number
  label: string
}) {
  const subtotal = sumOf(items)
  const discount = subtotal - total
  return (
    <Section style={{ paddingTop: '10px' }}>
      {discount >= 0.01 && (
        <>
          <Amount label="Subtotal" value={money(subtotal)} />
          <Amount label="Discount" value={`−${money(discount)}`} />
        </>
      )}
      <Row data-text={`${label}: ${money(total)}`}>
        <Column className="ink" style={{ ...sum, paddingTop: '12px' }}>
          {label}
        </Column>
        <Column align="right" className="ink" style={{ ...sum, paddingTop: '12px' }}>
          {money(total)}
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
