import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Paragraph, Prose } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Panel, PanelText, Story } from './parts/Panel.tsx'

/** Also the form of every account mail without a template of its own: confirm an address, open a chat history. */
export const accountUpdate: MailOf<'account-update'> = {
  subject: ({ updateType }, shop) => `${updateType} · ${shop.name}`,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because it concerns this address at ${shop.name}.`}
      preview={data.updateDetails}
      shop={shop}
    >
      <Dome eyebrow="Your account" title={data.updateType} tone="blush" />
      <Story>
        {data.customerName && <Paragraph>Hello {data.customerName},</Paragraph>}
        <Prose text={data.updateDetails} />
        {data.accountEmail && <Paragraph>Account: {data.accountEmail}</Paragraph>}
        <div style={{ padding: '16px 0 12px', textAlign: 'center' }}>
          {data.actionLink ? (
            <Action href={data.actionLink}>{data.actionText || 'Continue'}</Action>
          ) : (
            <Action href={`${shop.url}/auth`}>Go to your account</Action>
          )}
        </div>
        <Panel title="This was not you?" tone="honey">
          <PanelText>
            Then write to {shop.support_email} and we will help. We never ask for your password.
          </PanelText>
        </Panel>
      </Story>
    </Layout>
  ),
}
