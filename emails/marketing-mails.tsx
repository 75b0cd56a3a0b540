import type { MailOf, MailTexts, Shop, TemplateData } from './data.ts'
import { day, opening, withName } from './format.ts'
import { Action, ClosingNote, Paragraph, Prose, Quiet } from './parts/Copy.tsx'
import { becauseOfNews, MailPage, type MailPageProps } from './parts/MailPage.tsx'
import { ItemList, Totals } from './parts/Order.tsx'
import { Feature, Price } from './parts/Picture.tsx'
import { colour, serif, useAccent } from './tokens.ts'

export const promotional: MailOf<'promotional'> = ({ data, shop, words }) => (
  <MailPage
    because={becauseOfNews(shop)}
    canUnsubscribe
    eyebrow={`News from ${shop.name}`}
    tone="blush"
  >
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
  </MailPage>
)

type AboutProduct = {
  data: TemplateData['new-product'] | TemplateData['back-in-stock']
  shop: Shop
  words: MailTexts
}

/** A mail with one product as its crown, and the price above its button. */
function ProductMail(props: AboutProduct & Omit<MailPageProps, 'words'>) {
  const { data, shop, words, ...page } = props
  const productLink = data.productLink ?? `${shop.url}/`
  return (
    <MailPage
      canUnsubscribe
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
      {...page}
    />
  )
}

export const newProduct: MailOf<'new-product'> = (mail) => (
  <ProductMail
    {...mail}
    because={becauseOfNews(mail.shop)}
    eyebrow={withName('Just arrived', mail.data.customerName)}
    tone="sage"
  >
    {(mail.data.content || mail.data.couponCode) && (
      <>
        {mail.data.content && <Prose text={mail.data.content} />}
        {mail.data.couponCode && <Ticket code={mail.data.couponCode} />}
      </>
    )}
  </ProductMail>
)

export const saleAlert: MailOf<'sale-alert'> = ({ data, shop, words }) => {
  const end = data.saleEndDate && day(data.saleEndDate)
  return (
    <MailPage
      because={becauseOfNews(shop)}
      canUnsubscribe
      action={
        <Action href={data.shopLink ?? `${shop.url}/`} inverted>
          {words.button}
        </Action>
      }
      crown={<Figure percentage={data.discountPercentage} />}
      eyebrow={end ? `Until ${end}` : 'For a short while'}
      tone="deep"
    >
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
    </MailPage>
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

export const abandonedCart: MailOf<'abandoned-cart'> = ({ data, shop }) => (
  <MailPage
    because={`You receive this mail because you filled a cart at ${shop.name}.`}
    canUnsubscribe
    href={data.cartLink ?? `${shop.url}/cart`}
    eyebrow="Your cart"
    tone="blush"
  >
    <ItemList items={data.orderItems} />
    <Totals label="Cart total" total={data.cartTotal} />
    <ClosingNote>We cannot hold stock for long, so favourites may sell out.</ClosingNote>
  </MailPage>
)

export const backInStock: MailOf<'back-in-stock'> = (mail) => (
  <ProductMail
    {...mail}
    because={`You receive this mail because you asked to hear when ${mail.data.productName} is back.`}
    eyebrow="Back in stock"
    tone="honey"
  >
    {mail.data.productDescription && <Quiet centred>{opening(mail.data.productDescription)}</Quiet>}
  </ProductMail>
)
