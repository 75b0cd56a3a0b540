import { greeting, money } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Paragraph, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList } from './parts/Order.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

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
