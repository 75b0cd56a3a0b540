import { greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Feature, Price } from './parts/Feature.tsx'
import { Story } from './parts/Panel.tsx'

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
