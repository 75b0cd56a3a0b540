import { withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Address, ItemList, Journey, Totals } from './parts/Order.tsx'
import { Panel, PanelText, Story } from './parts/Panel.tsx'

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
