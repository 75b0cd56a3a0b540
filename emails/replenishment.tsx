import { Column, Row } from '@react-email/components'
import { day, greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Feature } from './parts/Feature.tsx'
import { Story } from './parts/Panel.tsx'
import { colour } from './tokens.ts'

export const replenishment: MailOf<'replenishment'> = {
  subject: ({ productName }) => `Running low on ${productName}?`,
  Body: ({ data, shop }) => {
    const reorderLink = data.reorderLink ?? `${shop.url}/my-orders`
    return (
      <Layout
        because={`You receive this mail because you asked for news from ${shop.name}.`}
        canUnsubscribe
        preview={`It may be time for a new ${data.productName}.`}
        shop={shop}
      >
        <Dome
          action={<Action href={reorderLink}>Order it again</Action>}
          crown={
            <div style={{ padding: '12px 0 28px' }}>
              <Feature href={reorderLink} image={data.productImage} name={data.productName} />
              <AlmostEmpty />
            </div>
          }
          eyebrow="Nearly empty?"
          lede={`${greeting(data.customerName)}A new one can be with you before the last drop.`}
          title={data.productName}
          tone="blush"
        />
        <Story>
          <Quiet centred>
            {data.lastPurchaseDate && `You last ordered it on ${day(data.lastPurchaseDate)}. `}
            <TextLink href={data.productLink ?? `${shop.url}/`}>See it in the shop</TextLink>
          </Quiet>
        </Story>
      </Layout>
    )
  },
}

function AlmostEmpty() {
  const bar = { borderRadius: '3px', fontSize: '4px', height: '4px', lineHeight: '4px' }
  return (
    <Row data-skip-in-text="true" style={{ marginTop: '22px', width: '160px' }}>
      <Column
        className="step-done"
        style={{ ...bar, backgroundColor: colour.rose, width: '18%' }}
      />
      <Column className="step" style={{ ...bar, backgroundColor: colour.line }} />
    </Row>
  )
}
