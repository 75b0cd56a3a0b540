import { day, greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet, Subheading, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Address, ItemList, Journey } from './parts/Order.tsx'
import { Facts, Panel, Story } from './parts/Panel.tsx'

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
