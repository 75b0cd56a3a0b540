import type { MailOf } from './data.ts'
import { day, opening, withName } from './format.ts'
import { Layout } from './layout.tsx'
import { useAccent } from './look.ts'
import { Action, Paragraph, Prose, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList, Totals } from './parts/Order.tsx'
import { Story } from './parts/Panel.tsx'
import { Feature, Price } from './parts/Picture.tsx'
import { colour, serif } from './tokens.ts'

export const promotional: MailOf<'promotional'> = ({ data, shop, words }) => (
  <Layout
    because={`You receive this mail because you asked for news from ${shop.name}.`}
    canUnsubscribe
    preview={words.preheader}
    shop={shop}
  >
    <Dome eyebrow={`News from ${shop.name}`} lede={words.intro} title={words.title} tone="blush" />
    <Story>
      {data.customerName && <Paragraph>Hello {data.customerName},</Paragraph>}
      <Prose text={data.content} />
      {data.couponCode && (
        <div style={{ paddingTop: '12px' }}>
          <Ticket code={data.couponCode} />
        </div>
      )}
      <div style={{ paddingTop: '20px', textAlign: 'center' }}>
        <Action href={data.ctaLink ?? `${shop.url}/`}>{data.ctaText || words.button}</Action>
      </div>
    </Story>
  </Layout>
)

export const newProduct: MailOf<'new-product'> = ({ data, shop, words }) => {
  const productLink = data.productLink ?? `${shop.url}/`
  return (
    <Layout
      because={`You receive this mail because you asked for news from ${shop.name}.`}
      canUnsubscribe
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={
          <>
            {data.price !== undefined && <Price amount={data.price} />}
            <Action href={productLink}>{words.button}</Action>
          </>
        }
        crown={
          <div style={{ padding: '12px 0 28px' }}>
            <Feature href={productLink} image={data.productImage} name={data.productName} />
          </div>
        }
        eyebrow={withName('Just arrived', data.customerName)}
        lede={words.intro}
        title={words.title}
        tone="sage"
      />
      {(data.content || data.couponCode) && (
        <Story>
          {data.content && <Prose text={data.content} />}
          {data.couponCode && <Ticket code={data.couponCode} />}
        </Story>
      )}
    </Layout>
  )
}

export const saleAlert: MailOf<'sale-alert'> = ({ data, shop, words }) => {
  const end = data.saleEndDate && day(data.saleEndDate)
  return (
    <Layout
      because={`You receive this mail because you asked for news from ${shop.name}.`}
      canUnsubscribe
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={
          <Action href={data.shopLink ?? `${shop.url}/`} inverted>
            {words.button}
          </Action>
        }
        crown={<Figure percentage={data.discountPercentage} />}
        eyebrow={end ? `Until ${end}` : 'For a short while'}
        lede={words.intro}
        title={words.title}
        tone="deep"
      />
      <Story>
        {data.productName && (
          <div style={{ paddingBottom: '24px' }}>
            <Feature
              href={data.shopLink ?? `${shop.url}/`}
              image={data.productImage}
              name={data.productName}
            />
          </div>
        )}
        {data.content && <Prose text={data.content} />}
        {data.couponCode && <Ticket code={data.couponCode} />}
        <Quiet centred>{end ? `The sale ends on ${end}.` : 'While it lasts.'}</Quiet>
      </Story>
    </Layout>
  )
}

function Figure({ percentage }: { percentage: number }) {
  return (
    <div className="figure" style={figure}>
      {percentage}%<span style={{ fontSize: '0.3em', letterSpacing: '0' }}> off</span>
    </div>
  )
}

function Ticket({ code }: { code: string }) {
  const { fill } = useAccent()
  return (
    <div style={{ ...ticket, border: `1px dashed ${fill}` }}>
      <Quiet centred>Your code at checkout</Quiet>
      <div className="ink" style={{ color: colour.ink, fontSize: '22px', letterSpacing: '0.16em' }}>
        {code}
      </div>
    </div>
  )
}

const figure = {
  color: colour.ground,
  fontFamily: serif,
  fontSize: '104px',
  letterSpacing: '-0.05em',
  lineHeight: '1.05',
  padding: '4px 0 14px',
}

const ticket = {
  borderRadius: '16px',
  margin: '0 auto 24px',
  maxWidth: '320px',
  padding: '20px 24px 24px',
  textAlign: 'center',
} as const

export const abandonedCart: MailOf<'abandoned-cart'> = ({ data, shop, words }) => (
  <Layout
    because={`You receive this mail because you filled a cart at ${shop.name}.`}
    canUnsubscribe
    preview={words.preheader}
    shop={shop}
  >
    <Dome
      action={<Action href={data.cartLink ?? `${shop.url}/cart`}>{words.button}</Action>}
      eyebrow="Your cart"
      lede={words.intro}
      title={words.title}
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
)

export const backInStock: MailOf<'back-in-stock'> = ({ data, shop, words }) => {
  const productLink = data.productLink ?? `${shop.url}/`
  return (
    <Layout
      because={`You receive this mail because you asked to hear when ${data.productName} is back.`}
      canUnsubscribe
      preview={words.preheader}
      shop={shop}
    >
      <Dome
        action={
          <>
            {data.price !== undefined && <Price amount={data.price} />}
            <Action href={productLink}>{words.button}</Action>
          </>
        }
        crown={
          <div style={{ padding: '12px 0 28px' }}>
            <Feature href={productLink} image={data.productImage} name={data.productName} />
          </div>
        }
        eyebrow="Back in stock"
        lede={words.intro}
        title={words.title}
        tone="honey"
      />
      {data.productDescription && (
        <Story>
          <Quiet centred>{opening(data.productDescription)}</Quiet>
        </Story>
      )}
    </Layout>
  )
}
