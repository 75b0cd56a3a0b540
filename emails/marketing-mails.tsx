import type { MailOf } from './data.ts'
import { clip, day, greeting, paragraphs, withName } from './format.ts'
import { Layout } from './layout.tsx'
import { Action, Paragraph, Prose, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { ItemList, Totals } from './parts/Order.tsx'
import { Story } from './parts/Panel.tsx'
import { Feature, Price } from './parts/Picture.tsx'
import { colour, serif } from './tokens.ts'

export const promotional: MailOf<'promotional'> = {
  subject: ({ subject }) => subject,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because you asked for news from ${shop.name}.`}
      canUnsubscribe
      preview={clip(paragraphs(data.content)[0] ?? '', 140)}
      shop={shop}
    >
      <Dome eyebrow={`News from ${shop.name}`} title={data.subject} tone="blush" />
      <Story>
        {data.customerName && <Paragraph>Hello {data.customerName},</Paragraph>}
        <Prose text={data.content} />
        <div style={{ paddingTop: '20px', textAlign: 'center' }}>
          <Action href={data.ctaLink ?? `${shop.url}/`}>{data.ctaText || 'Visit the shop'}</Action>
        </div>
      </Story>
    </Layout>
  ),
}

export const newProduct: MailOf<'new-product'> = {
  subject: ({ productName }) => `New: ${productName}`,
  Body: ({ data, shop }) => {
    const productLink = data.productLink ?? `${shop.url}/`
    return (
      <Layout
        because={`You receive this mail because you asked for news from ${shop.name}.`}
        canUnsubscribe
        preview={data.productDescription}
        shop={shop}
      >
        <Dome
          action={
            <>
              {data.price !== undefined && <Price amount={data.price} />}
              <Action href={productLink}>Discover it</Action>
            </>
          }
          crown={
            <div style={{ padding: '12px 0 28px' }}>
              <Feature href={productLink} image={data.productImage} name={data.productName} />
            </div>
          }
          eyebrow={withName('Just arrived', data.customerName)}
          lede={data.productDescription}
          title={data.productName}
          tone="sage"
        />
      </Layout>
    )
  },
}

export const saleAlert: MailOf<'sale-alert'> = {
  subject: ({ saleTitle, discountPercentage }) => `${saleTitle}: ${discountPercentage}% off`,
  Body: ({ data, shop }) => {
    const end = data.saleEndDate && day(data.saleEndDate)
    return (
      <Layout
        because={`You receive this mail because you asked for news from ${shop.name}.`}
        canUnsubscribe
        preview={`${data.discountPercentage}% off${end ? ` until ${end}` : ''}.`}
        shop={shop}
      >
        <Dome
          action={
            <Action href={data.shopLink ?? `${shop.url}/`} inverted>
              Shop the sale
            </Action>
          }
          crown={<Figure percentage={data.discountPercentage} />}
          eyebrow={end ? `Until ${end}` : 'For a short while'}
          lede={`${greeting(data.customerName)}A good moment to refill what you love, or to meet something new.`}
          title={data.saleTitle}
          tone="deep"
        />
        <Story>
          {data.couponCode && <Ticket code={data.couponCode} />}
          <Quiet centred>{end ? `The sale ends on ${end}.` : 'While it lasts.'}</Quiet>
        </Story>
      </Layout>
    )
  },
}

function Figure({ percentage }: { percentage: number }) {
  return (
    <div className="figure" style={figure}>
      {percentage}%<span style={{ fontSize: '0.3em', letterSpacing: '0' }}> off</span>
    </div>
  )
}

function Ticket({ code }: { code: string }) {
  return (
    <div style={ticket}>
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
  border: `1px dashed ${colour.rose}`,
  borderRadius: '16px',
  margin: '0 auto 24px',
  maxWidth: '320px',
  padding: '20px 24px 24px',
  textAlign: 'center',
} as const

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

export const backInStock: MailOf<'back-in-stock'> = {
  subject: ({ productName }) => `${productName} is back`,
  Body: ({ data, shop }) => {
    const productLink = data.productLink ?? `${shop.url}/`
    return (
      <Layout
        because={`You receive this mail because you asked to hear when ${data.productName} is back.`}
        canUnsubscribe
        preview={`You asked us to tell you: ${data.productName} is here again.`}
        shop={shop}
      >
        <Dome
          action={
            <>
              {data.price !== undefined && <Price amount={data.price} />}
              <Action href={productLink}>Get yours</Action>
            </>
          }
          crown={
            <div style={{ padding: '12px 0 28px' }}>
              <Feature href={productLink} image={data.productImage} name={data.productName} />
            </div>
          }
          eyebrow="Back in stock"
          lede={`${greeting(data.customerName)}You asked us to tell you: it is on the shelf again.`}
          title={data.productName}
          tone="honey"
        />
        {data.productDescription && (
          <Story>
            <Quiet centred>{data.productDescription}</Quiet>
          </Story>
        )}
      </Layout>
    )
  },
}
