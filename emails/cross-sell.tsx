import { Column, Link, Row, Section } from '@react-email/components'
import type { RecommendedProduct } from './data.ts'
import { clip, greeting, money } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Story } from './parts/Panel.tsx'
import { Picture } from './parts/Picture.tsx'
import { colour, serif } from './tokens.ts'

const MOST_PRODUCTS = 4

export const crossSell: MailOf<'cross-sell'> = {
  subject: ({ purchasedProduct }) => `Goes well with your ${purchasedProduct}`,
  Body: ({ data, shop }) => {
    const shopLink = data.shopLink ?? `${shop.url}/`
    return (
      <Layout
        because={`You receive this mail because you asked for news from ${shop.name}.`}
        canUnsubscribe
        preview={`A few good companions for your ${data.purchasedProduct}.`}
        shop={shop}
      >
        <Dome
          eyebrow="Picked for you"
          lede={`${greeting(data.customerName)}Here are a few companions that people like to use with it.`}
          title={`Goes well with your ${data.purchasedProduct}`}
          tone="sage"
        />
        <Story>
          {pairs(data.recommendedProducts.slice(0, MOST_PRODUCTS)).map(([left, right]) => (
            <Row key={left.name} style={{ tableLayout: 'fixed' }}>
              <Suggestion product={left} shopLink={shopLink} side="left" />
              {right ? <Suggestion product={right} shopLink={shopLink} side="right" /> : <Column />}
            </Row>
          ))}
          <Section style={{ paddingTop: '12px', textAlign: 'center' }}>
            <Action href={shopLink}>See the whole shop</Action>
          </Section>
        </Story>
      </Layout>
    )
  },
}

interface SuggestionProps {
  product: RecommendedProduct
  shopLink: string
  side: 'left' | 'right'
}

function Suggestion({ product, shopLink, side }: SuggestionProps) {
  const name = clip(product.name, 80)
  return (
    <Column
      className="half"
      data-text={`${name}, ${money(product.price)}. ${clip(product.description, 110)}`}
      style={{
        padding: side === 'left' ? '0 10px 36px 0' : '0 0 36px 10px',
        verticalAlign: 'top',
        width: '50%',
      }}
    >
      <Link href={product.productLink ?? shopLink} style={{ color: colour.ink }}>
        <Picture arched name={name} src={product.image} width={260} />
        <div className="ink" style={productName}>
          {name}
        </div>
      </Link>
      <div className="quiet" style={{ color: colour.quiet, fontSize: '14px', lineHeight: '22px' }}>
        {clip(product.description, 110)}
      </div>
      <div className="ink" style={{ color: colour.ink, fontSize: '15px', paddingTop: '8px' }}>
        {money(product.price)}
      </div>
    </Column>
  )
}

type Pair = [RecommendedProduct, RecommendedProduct | undefined]

const pairs = (products: RecommendedProduct[]) =>
  products.flatMap((left, place): Pair[] => (place % 2 === 0 ? [[left, products[place + 1]]] : []))

const productName = {
  color: colour.ink,
  fontFamily: serif,
  fontSize: '19px',
  lineHeight: '25px',
  padding: '16px 0 4px',
}
