import { withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Feature, Price } from './parts/Feature.tsx'

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
