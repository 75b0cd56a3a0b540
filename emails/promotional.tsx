import { clip, paragraphs } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Paragraph, Prose } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Story } from './parts/Panel.tsx'

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
