import { day, withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList, Journey } from './parts/Order.tsx'
import { Panel, PanelText, Story } from './parts/Panel.tsx'

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
