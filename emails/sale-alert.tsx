import { day, greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Story } from './parts/Panel.tsx'
import { colour, serif } from './tokens.ts'

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
