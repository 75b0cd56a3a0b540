import { Link } from '@react-email/components'
import { withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet, Subheading } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList } from './parts/Order.tsx'
import { Story } from './parts/Panel.tsx'
import { colour } from './tokens.ts'

export const reviewRequest: MailOf<'review-request'> = {
  subject: (_, shop) => `How was your order from ${shop.name}?`,
  Body: ({ data, shop }) => {
    const reviewLink = data.reviewLink ?? `${shop.url}/my-orders`
    return (
      <Layout
        because={`You receive this mail because you placed an order at ${shop.name}.`}
        canUnsubscribe
        preview="Two sentences from you help the next person choose."
        shop={shop}
      >
        <Dome
          action={<Action href={reviewLink}>Write a review</Action>}
          crown={<Stars href={reviewLink} />}
          eyebrow={data.orderNumber ? `Order ${data.orderNumber}` : 'Your opinion'}
          lede="A week is enough for skin to have an opinion. Two sentences from you help the next person choose."
          title={`${withName('How does it feel', data.customerName)}?`}
          tone="honey"
        />
        <Story>
          <Subheading>What you have been using</Subheading>
          <ItemList items={data.orderItems} />
          <div style={{ paddingTop: '28px' }}>
            <Quiet centred>Honest words only. Critical ones help us most.</Quiet>
          </div>
        </Story>
      </Layout>
    )
  },
}

function Stars({ href }: { href: string }) {
  return (
    <div data-skip-in-text="true" style={{ paddingBottom: '14px' }}>
      <Link
        className="gold"
        href={href}
        style={{
          color: colour.gold,
          fontSize: '34px',
          letterSpacing: '0.14em',
          lineHeight: '44px',
        }}
      >
        ★★★★★
      </Link>
    </div>
  )
}
