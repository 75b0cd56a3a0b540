import type { MailOf } from './data.ts'
import { day, money } from './format.ts'
import { Layout } from './layout.tsx'
import { Action, Paragraph, Quiet, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Address, ItemList, Journey, Totals } from './parts/Order.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

export const orderConfirmation: MailOf<'order-confirmation'> = ({ data, shop, words }) => {
  const orderLink = data.orderLink ?? `${shop.url}/my-orders`
  return (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={<Action href={orderLink}>{words.button}</Action>}
        eyebrow={`Order ${data.orderNumber}`}
        lede={words.intro}
        title={words.title}
        tone="blush"
      />
      <Story>
        <Journey reached={1} />
        <Subheading>What you chose</Subheading>
        <ItemList items={data.orderItems} />
        <Totals items={data.orderItems} label="Total" total={data.orderTotal} />
        {data.shippingAddress ? (
          <Panel title="On its way to" tone="sage">
            <Address address={data.shippingAddress} />
          </Panel>
        ) : (
          <Panel title="Where should it go?" tone="honey">
            <PanelText>
              If you have not told us your delivery address yet, please{' '}
              <TextLink href={orderLink}>add it to your order</TextLink>.
            </PanelText>
          </Panel>
        )}
        <div style={{ paddingTop: '28px' }}>
          <Quiet centred>Your invoice is attached to this mail.</Quiet>
        </div>
      </Story>
    </Layout>
  )
}

export const orderShipped: MailOf<'order-shipped'> = ({ data, shop, words }) => {
  const orderLink = data.orderLink ?? `${shop.url}/my-orders`
  return (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={<Action href={data.trackingLink ?? orderLink}>{words.button}</Action>}
        eyebrow={`Order ${data.orderNumber}`}
        lede={words.intro}
        title={words.title}
        tone="sage"
      />
      <Story>
        <Journey reached={2} />
        <Facts
          facts={[
            ['Order', data.orderNumber],
            !!data.estimatedDelivery && ['Estimated delivery', day(data.estimatedDelivery)],
            !!data.trackingNumber && ['Tracking number', data.trackingNumber],
          ]}
        />
        {data.orderItems && data.orderItems.length > 0 && (
          <>
            <Subheading>In the parcel</Subheading>
            <ItemList items={data.orderItems} />
          </>
        )}
        {data.shippingAddress && (
          <Panel title="Going to" tone="blush">
            <Address address={data.shippingAddress} />
          </Panel>
        )}
        <div style={{ paddingTop: '28px' }}>
          <Quiet centred>
            All details are under <TextLink href={orderLink}>your order</TextLink>.
          </Quiet>
        </div>
      </Story>
    </Layout>
  )
}

export const orderDelivered: MailOf<'order-delivered'> = ({ data, shop, words }) => {
  const orderLink = data.orderLink ?? `${shop.url}/my-orders`
  return (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={<Action href={orderLink}>{words.button}</Action>}
        eyebrow={`Order ${data.orderNumber}`}
        lede={words.intro}
        title={words.title}
        tone="sage"
      />
      <Story>
        <Journey reached={3} />
        {data.orderItems && data.orderItems.length > 0 && (
          <>
            <Subheading>What is inside</Subheading>
            <ItemList items={data.orderItems} />
          </>
        )}
        <Panel title="A small tip" tone="honey">
          <PanelText>
            Try one new product at a time, a few days apart, so that your skin can tell you what it
            likes. When it has,{' '}
            <TextLink href={data.reviewLink ?? orderLink}>tell others how it felt</TextLink>.
          </PanelText>
        </Panel>
      </Story>
    </Layout>
  )
}

export const orderCancelled: MailOf<'order-cancelled'> = ({ data, shop, words }) => {
  const isRefunded = data.refundAmount !== undefined && data.refundAmount > 0
  return (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={<Action href={data.orderLink ?? `${shop.url}/my-orders`}>{words.button}</Action>}
        eyebrow={`Order ${data.orderNumber}`}
        lede={words.intro}
        title={words.title}
        tone="blush"
      />
      <Story>
        <Facts
          facts={[
            ['Order', data.orderNumber],
            !!data.cancellationReason && ['Reason', data.cancellationReason],
            isRefunded && ['Refund', money(data.refundAmount ?? 0)],
          ]}
        />
        {isRefunded && (
          <Panel title="Your money is on its way back" tone="sage">
            <PanelText>
              {money(data.refundAmount ?? 0)} goes to the card you paid with and appears within 5-7
              business days.
            </PanelText>
          </Panel>
        )}
        {data.orderItems && data.orderItems.length > 0 && (
          <>
            <Subheading>What was in it</Subheading>
            <ItemList items={data.orderItems} />
          </>
        )}
        <div style={{ paddingTop: '32px' }}>
          <Paragraph>
            Should you want to try again,{' '}
            <TextLink href={data.shopLink ?? `${shop.url}/`}>the shop is open</TextLink>. If
            something went wrong, just write to us.
          </Paragraph>
        </div>
      </Story>
    </Layout>
  )
}

export const paymentFailed: MailOf<'payment-failed'> = ({ data, shop, words }) => (
  <Layout
    because={`You receive this mail because you placed an order at ${shop.name}.`}
    preview={words.preheader}
    shop={shop}
  >
    <Dome
      action={<Action href={data.retryLink ?? `${shop.url}/checkout`}>{words.button}</Action>}
      eyebrow={`Order ${data.orderNumber}`}
      lede={words.intro}
      title={words.title}
      tone="honey"
    />
    <Story>
      <Facts
        facts={[
          ['Order', data.orderNumber],
          ['Amount', money(data.orderTotal)],
          !!data.failureReason && ['Reason', data.failureReason],
        ]}
      />
      {data.orderItems && data.orderItems.length > 0 && (
        <>
          <Subheading>Waiting for you</Subheading>
          <ItemList items={data.orderItems} />
        </>
      )}
      <Panel title="If it fails again" tone="blush">
        <PanelText>
          Check the card number and its expiry date, or use another card. Your order is under{' '}
          <TextLink href={data.orderLink ?? `${shop.url}/my-orders`}>My Orders</TextLink>.
        </PanelText>
      </Panel>
    </Story>
  </Layout>
)

export const refundProcessed: MailOf<'refund-processed'> = ({ data, shop, words }) => (
  <Layout
    because={`You receive this mail because you placed an order at ${shop.name}.`}
    preview={words.preheader}
    shop={shop}
  >
    <Dome
      action={<Action href={data.orderLink ?? `${shop.url}/my-orders`}>{words.button}</Action>}
      eyebrow="Refund"
      lede={words.intro}
      title={words.title}
      tone="sage"
    />
    <Story>
      <Facts
        facts={[
          ['Order', data.orderNumber],
          ['Amount', money(data.refundAmount)],
          !!data.refundDate && ['Refunded on', day(data.refundDate)],
        ]}
      />
      <Panel title="When you will see it" tone="honey">
        <PanelText>
          Your refund appears within 5-7 business days. How soon exactly is up to your bank.
        </PanelText>
      </Panel>
    </Story>
  </Layout>
)
