import { greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList, Totals } from './parts/Order.tsx'
import { Story } from './parts/Panel.tsx'

export const abandonedCart: MailOf<'abandoned-cart'> = {
  subject: () => 'You left something in your cart',
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because you filled a cart at ${shop.name}.`}
      canUnsubscribe
      preview="It is all still here, just as you left it."
      shop={shop}
    >
      <Dome
        action={<Action href={data.cartLink ?? `${shop.url}/cart`}>Return to your cart</Action>}
        eyebrow="Your cart"
        lede={`${greeting(data.customerName)}It is all still here, just as you left it. No hurry.`}
        title="Still thinking it over?"
        tone="blush"
      />
      <Story>
        <ItemList items={data.orderItems} />
        <Totals items={data.orderItems} label="Cart total" total={data.cartTotal} />
        <div style={{ paddingTop: '28px' }}>
          <Quiet centred>We cannot hold stock for long, so favourites may sell out.</Quiet>
        </div>
      </Story>
    </Layout>
  ),
}
