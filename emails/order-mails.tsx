import { formatMoney } from '#contract/money.ts'
import type { MailOf, Shop } from './data.ts'
import { day } from './format.ts'
import { ClosingNote, Paragraph, TextLink } from './parts/Copy.tsx'
import { becauseOrdered, MailPage, type MailPageProps } from './parts/MailPage.tsx'
import { Address, Items, Journey, Totals } from './parts/Order.tsx'
import { Facts, Panel, TextPanel } from './parts/Panel.tsx'

type About = { data: { orderNumber: string; orderLink?: string | undefined }; shop: Shop }

const orderLinkOf = ({ data, shop }: About) => data.orderLink ?? `${shop.url}/my-orders`

/** A mail about an order, whose button leads to the order unless it has another aim. */
export const OrderMail = ({
  data,
  shop,
  ...page
}: About & Omit<MailPageProps, 'because' | 'eyebrow'>) => (
  <MailPage
    because={becauseOrdered(shop)}
    href={orderLinkOf({ data, shop })}
    eyebrow={`Order ${data.orderNumber}`}
    {...page}
  />
)

export const orderConfirmation: MailOf<'order-confirmation'> = ({ data, shop }) => {
  const orderLink = orderLinkOf({ data, shop })
  return (
    <OrderMail data={data} shop={shop} tone="blush">
      <Journey reached={1} />
      <Items heading="What you chose" items={data.orderItems} />
      <Totals charges={data.orderCharges} label="Total" total={data.orderTotal} />
      <OurNote note={data.customerNote} />
      {data.shippingAddress && (
        <Panel title="On its way to" tone="sage">
          <Address address={data.shippingAddress} />
        </Panel>
      )}
      {!data.shippingAddress && !data.isInPerson && (
        <TextPanel title="Where should it go?" tone="honey">
          If you have not told us your delivery address yet, please{' '}
          <TextLink href={orderLink}>add it to your order</TextLink>.
        </TextPanel>
      )}
      <ClosingNote>Your invoice is attached to this mail.</ClosingNote>
    </OrderMail>
  )
}

const OurNote = ({ note }: { note?: string | undefined }) =>
  note ? (
    <TextPanel title="A note for you" tone="honey">
      {note}
    </TextPanel>
  ) : null

export const paymentLink: MailOf<'payment-link'> = ({ data, shop }) => (
  <OrderMail
    data={data}
    shop={shop}
    href={data.payLink ?? orderLinkOf({ data, shop })}
    tone="honey"
  >
    <Items heading="Your order" items={data.orderItems} />
    <Totals charges={data.orderCharges} label="To pay" total={data.orderTotal} />
    <OurNote note={data.customerNote} />
    {data.payUntilDate && (
      <ClosingNote>
        After {day(data.payUntilDate)} it is cancelled by itself, and nothing is charged.
      </ClosingNote>
    )}
  </OrderMail>
)

export const orderShipped: MailOf<'order-shipped'> = ({ data, shop }) => {
  const orderLink = orderLinkOf({ data, shop })
  return (
    <OrderMail data={data} shop={shop} href={data.trackingLink ?? orderLink} tone="sage">
      <Journey reached={2} />
      <Facts
        facts={[
          ['Order', data.orderNumber],
          !!data.estimatedDelivery && ['Estimated delivery', day(data.estimatedDelivery)],
          !!data.trackingNumber && ['Tracking number', data.trackingNumber],
        ]}
      />
      <Items heading="In the parcel" items={data.orderItems} />
      {data.shippingAddress && (
        <Panel title="Going to" tone="blush">
          <Address address={data.shippingAddress} />
        </Panel>
      )}
      <ClosingNote>
        All details are under <TextLink href={orderLink}>your order</TextLink>.
      </ClosingNote>
    </OrderMail>
  )
}

export const orderDelivered: MailOf<'order-delivered'> = ({ data, shop }) => {
  const orderLink = orderLinkOf({ data, shop })
  return (
    <OrderMail data={data} shop={shop} tone="sage">
      <Journey reached={3} />
      <Items heading="What is inside" items={data.orderItems} />
      <TextPanel title="A small tip" tone="honey">
        Try one new product at a time, a few days apart, so that your skin can tell you what it
        likes. When it has,{' '}
        <TextLink href={data.reviewLink ?? orderLink}>tell others how it felt</TextLink>.
      </TextPanel>
    </OrderMail>
  )
}

export const orderCancelled: MailOf<'order-cancelled'> = ({ data, shop }) => {
  const refund = formatMoney(data.refundAmount ?? 0, shop.currency)
  const isRefunded = data.refundAmount !== undefined && data.refundAmount > 0
  return (
    <OrderMail data={data} shop={shop} tone="blush">
      <Facts
        facts={[
          ['Order', data.orderNumber],
          !!data.cancellationReason && ['Reason', data.cancellationReason],
          isRefunded && ['Refund', refund],
        ]}
      />
      {isRefunded && (
        <TextPanel title="Your money is on its way back" tone="sage">
          {refund} goes to the card you paid with and appears within 5-7 business days.
        </TextPanel>
      )}
      <Items heading="What was in it" items={data.orderItems} />
      <div style={{ paddingTop: '32px' }}>
        <Paragraph>
          Should you want to try again,{' '}
          <TextLink href={data.shopLink ?? `${shop.url}/`}>the shop is open</TextLink>. If something
          went wrong, just write to us.
        </Paragraph>
      </div>
    </OrderMail>
  )
}

export const paymentFailed: MailOf<'payment-failed'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} href={data.retryLink ?? `${shop.url}/checkout`} tone="honey">
    <Facts
      facts={[
        ['Order', data.orderNumber],
        ['Amount', formatMoney(data.orderTotal, shop.currency)],
        !!data.failureReason && ['Reason', data.failureReason],
      ]}
    />
    <Items heading="Waiting for you" items={data.orderItems} />
    <TextPanel title="If it fails again" tone="blush">
      Check the card number and its expiry date, or use another card. Your order is under{' '}
      <TextLink href={orderLinkOf({ data, shop })}>My Orders</TextLink>.
    </TextPanel>
  </OrderMail>
)

export const refundProcessed: MailOf<'refund-processed'> = ({ data, shop }) => {
  const { currency } = shop
  return (
    <MailPage
      because={becauseOrdered(shop)}
      href={orderLinkOf({ data, shop })}
      eyebrow="Refund"
      tone="sage"
    >
      <Facts
        facts={[
          ['Order', data.orderNumber],
          ['Amount', formatMoney(data.refundAmount, currency)],
          !!data.refundedShipping && [
            'Of it shipping',
            formatMoney(data.refundedShipping, currency),
          ],
          !!data.refundedTax && ['Of it tax', formatMoney(data.refundedTax, currency)],
          !!data.refundDate && ['Refunded on', day(data.refundDate)],
        ]}
      />
      <TextPanel title="When you will see it" tone="honey">
        Your refund appears within 5-7 business days. How soon exactly is up to your bank.
      </TextPanel>
    </MailPage>
  )
}
