import { day, greeting, money } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

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
