import type { MailOf } from './data.ts'
import { day, greeting, money, withName } from './format.ts'
import { Layout } from './layout.tsx'
import { Action, Paragraph, Quiet, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Address, ItemList, Journey, Totals } from './parts/Order.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

export const orderConfirmation: MailOf<'order-confirmation'> = {
  subject: ({ orderNumber }) => `Your order ${orderNumber} is confirmed`,
  Body: ({ data, shop }) => {
    const orderLink = data.orderLink ?? `${shop.url}/my-orders`
    return (
      <Layout
        because={`You receive this mail because you placed an order at ${shop.name}.`}
        preview={`We have your order ${data.orderNumber} and are getting it ready.`}
        shop={shop}
      >
        <Dome
          action={<Action href={orderLink}>View your order</Action>}
          eyebrow={`Order ${data.orderNumber}`}
          lede="Your order is confirmed. We are wrapping it now and will write again when it leaves us."
          title={withName('Thank you', data.customerName)}
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
  },
}

export const orderShipped: MailOf<'order-shipped'> = {
  subject: ({ orderNumber }) => `Your order ${orderNumber} is on its way`,
  Body: ({ data, shop }) => {
    const orderLink = data.orderLink ?? `${shop.url}/my-orders`
    return (
      <Layout
        because={`You receive this mail because you placed an order at ${shop.name}.`}
        preview={`Order ${data.orderNumber} has left our hands and is travelling to you.`}
        shop={shop}
      >
        <Dome
          action={
            data.trackingLink ? (
              <Action href={data.trackingLink}>Track your parcel</Action>
            ) : (
              <Action href={orderLink}>View your order</Action>
            )
          }
          eyebrow={`Order ${data.orderNumber}`}
          lede={`${greeting(data.customerName)}Wrapped, sealed and handed over: your parcel is travelling to you now.`}
          title="It is on its way"
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
  },
}

export const orderDelivered: MailOf<'order-delivered'> = {
  subject: ({ orderNumber }) => `Your order ${orderNumber} has arrived`,
  Body: ({ data, shop }) => {
    const orderLink = data.orderLink ?? `${shop.url}/my-orders`
    const arrival = data.deliveryDate
      ? `Your parcel was delivered on ${day(data.deliveryDate)}.`
      : 'Your parcel was delivered.'
    return (
      <Layout
        because={`You receive this mail because you placed an order at ${shop.name}.`}
        preview={`${arrival} Enjoy the first evening with it.`}
        shop={shop}
      >
        <Dome
          action={<Action href={orderLink}>View your order</Action>}
          eyebrow={`Order ${data.orderNumber}`}
          lede={`${arrival} We hope that opening it is a small pleasure of its own.`}
          title={withName('It has arrived', data.customerName)}
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
              Try one new product at a time, a few days apart, so that your skin can tell you what
              it likes. When it has,{' '}
              <TextLink href={data.reviewLink ?? orderLink}>tell others how it felt</TextLink>.
            </PanelText>
          </Panel>
        </Story>
      </Layout>
    )
  },
}

export const orderCancelled: MailOf<'order-cancelled'> = {
  subject: ({ orderNumber }) => `Your order ${orderNumber} was cancelled`,
  Body: ({ data, shop }) => {
    const isRefunded = data.refundAmount !== undefined && data.refundAmount > 0
    return (
      <Layout
        because={`You receive this mail because you placed an order at ${shop.name}.`}
        preview={`Order ${data.orderNumber} was cancelled. Here is what happens now.`}
        shop={shop}
      >
        <Dome
          action={<Action href={data.orderLink ?? `${shop.url}/my-orders`}>View your order</Action>}
          eyebrow={`Order ${data.orderNumber}`}
          lede={`${greeting(data.customerName)}We are sorry that it did not work out this time.`}
          title="Your order was cancelled"
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
                {money(data.refundAmount ?? 0)} goes to the card you paid with and appears within
                5-7 business days.
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
  },
}

export const paymentFailed: MailOf<'payment-failed'> = {
  subject: ({ orderNumber }) => `Payment for order ${orderNumber} did not go through`,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview="Nothing was charged. You can try again in a moment."
      shop={shop}
    >
      <Dome
        action={<Action href={data.retryLink ?? `${shop.url}/checkout`}>Try again</Action>}
        eyebrow={`Order ${data.orderNumber}`}
        lede={`${greeting(data.customerName)}Nothing was charged. Cards do this now and then, and a second try often works.`}
        title="Your payment did not go through"
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
  ),
}

export const refundProcessed: MailOf<'refund-processed'> = {
  subject: ({ orderNumber }) => `Your refund for order ${orderNumber}`,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because you placed an order at ${shop.name}.`}
      preview={`${money(data.refundAmount)} is on its way back to you.`}
      shop={shop}
    >
      <Dome
        action={<Action href={data.orderLink ?? `${shop.url}/my-orders`}>View your order</Action>}
        eyebrow="Refund"
        lede={`${greeting(data.customerName)}It is on its way back to the card you paid with.`}
        title={`${money(data.refundAmount)} refunded`}
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
  ),
}
