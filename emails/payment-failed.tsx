import { greeting, money } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList } from './parts/Order.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

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
