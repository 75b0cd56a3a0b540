import { Column, Link, Row, Section } from '@react-email/components'
import type { MailOf, RecommendedProduct } from './data.ts'
import { clip, day } from './format.ts'
import { Action, ClosingNote, Quiet, TextLink } from './parts/Copy.tsx'
import { becauseOfNews, becauseOrdered, MailPage } from './parts/MailPage.tsx'
import { Items } from './parts/Order.tsx'
import { Feature, Picture } from './parts/Picture.tsx'
import { colour, serif, useAccent, useMoney } from './tokens.ts'

export const reviewRequest: MailOf<'review-request'> = ({ data, shop }) => {
  const { orderItems } = data
  const onlyItem = orderItems.length === 1 ? orderItems[0]?.reviewLink : undefined
  const reviewLink = data.reviewLink ?? onlyItem ?? `${shop.url}/my-orders`
  return (
    <MailPage
      because={becauseOrdered(shop)}
      canUnsubscribe
      href={reviewLink}
      crown={<Stars href={reviewLink} />}
      eyebrow={data.orderNumber ? `Order ${data.orderNumber}` : 'Your opinion'}
      tone="honey"
    >
      <Items heading="What you have been using" items={orderItems} />
      <ClosingNote>Honest words only. Critical ones help us most.</ClosingNote>
    </MailPage>
  )
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

const MAX_PRODUCTS = 4

export const crossSell: MailOf<'cross-sell'> = ({ data, shop, words }) => {
  const shopLink = data.shopLink ?? `${shop.url}/`
  return (
    <MailPage because={becauseOfNews(shop)} canUnsubscribe eyebrow="Picked for you" tone="sage">
      {pairs(data.recommendedProducts.slice(0, MAX_PRODUCTS)).map(([left, right]) => (
        <Row key={left.name} style={{ tableLayout: 'fixed' }}>
          <Suggestion product={left} shopLink={shopLink} side="left" />
          {right ? <Suggestion product={right} shopLink={shopLink} side="right" /> : <Column />}
        </Row>
      ))}
      <Section style={{ paddingTop: '12px', textAlign: 'center' }}>
        <Action href={shopLink}>{words.button}</Action>
      </Section>
    </MailPage>
  )
}

interface SuggestionProps {
  product: RecommendedProduct
  shopLink: string
  side: 'left' | 'right'
}

function Suggestion({ product, shopLink, side }: SuggestionProps) {
  const formatMoney = useMoney()
  const name = clip(product.name, 80)
  return (
    <Column
      className="half"
      data-text={`${name}, ${formatMoney(product.price)}. ${clip(product.description, 110)}`}
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
        {formatMoney(product.price)}
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

export const replenishment: MailOf<'replenishment'> = ({ data, shop }) => {
  const reorderLink = data.reorderLink ?? `${shop.url}/my-orders`
  return (
    <MailPage
      because={becauseOfNews(shop)}
      canUnsubscribe
      href={reorderLink}
      crown={
        <div style={{ padding: '12px 0 28px' }}>
          <Feature href={reorderLink} image={data.productImage} name={data.productName} />
          <AlmostEmpty />
        </div>
      }
      eyebrow="Nearly empty?"
      tone="blush"
    >
      <Quiet centred>
        {data.lastPurchaseDate && `You last ordered it on ${day(data.lastPurchaseDate)}. `}
        <TextLink href={data.productLink ?? `${shop.url}/`}>See it in the shop</TextLink>
      </Quiet>
    </MailPage>
  )
}

function AlmostEmpty() {
  const { fill } = useAccent()
  const bar = { borderRadius: '3px', fontSize: '4px', height: '4px', lineHeight: '4px' }
  return (
    <Row data-skip-in-text="true" style={{ marginTop: '22px', width: '160px' }}>
      <Column className="step-done" style={{ ...bar, backgroundColor: fill, width: '18%' }} />
      <Column className="step" style={{ ...bar, backgroundColor: colour.line }} />
    </Row>
  )
}
