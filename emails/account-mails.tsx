import type { MailOf } from './data.ts'
import { greeting, withName } from './format.ts'
import { Layout } from './layout.tsx'
import { Action, Paragraph, Prose, Quiet, TextLink } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Panel, PanelText, Story } from './parts/Panel.tsx'

export const welcome: MailOf<'welcome'> = {
  subject: (_, shop) => `Welcome to ${shop.name}`,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because an account was made with this address at ${shop.name}.`}
      preview="Your account is ready. Here is what it is good for."
      shop={shop}
    >
      <Dome
        action={<Action href={data.shopLink ?? `${shop.url}/`}>Start exploring</Action>}
        eyebrow="Good to meet you"
        lede={`Skincare is a small daily kindness. Thank you for letting ${shop.name} be part of yours.`}
        title={withName('Welcome', data.customerName)}
        tone="blush"
      />
      <Story>
        <Paragraph>Your account is ready. With it you can</Paragraph>
        <Facts
          facts={[
            ['Orders', 'Follow every parcel, find every invoice'],
            ['Order again', 'Refill what worked without searching for it'],
            ['Reviews', 'Tell others how a product felt on your skin'],
          ]}
        />
        <Panel title="Your sign-in address" tone="sage">
          <PanelText>
            {data.accountEmail}. <TextLink href={`${shop.url}/auth`}>Sign in</TextLink> with it
            whenever you like.
          </PanelText>
        </Panel>
      </Story>
    </Layout>
  ),
}

export const passwordReset: MailOf<'password-reset'> = {
  subject: (_, shop) => `Reset your ${shop.name} password`,
  Body: ({ data, shop }) => {
    // If make-safe.ts dropped the link, the button leads to the sign-in page, which offers a new one.
    const resetLink = data.resetLink || `${shop.url}/auth`
    return (
      <Layout
        because={`You receive this mail because a new password was asked for at ${shop.name}.`}
        preview="This link expires in 1 hour and works once."
        shop={shop}
      >
        <Dome
          action={<Action href={resetLink}>Choose a new password</Action>}
          eyebrow="Your account"
          lede={`${greeting(data.customerName)}It happens to everyone. Press the button, choose a new one, and you are back in.`}
          title="A new password"
          tone="blush"
        />
        <Story>
          <Panel title="This link expires in 1 hour" tone="honey">
            <PanelText>It works once. If it has run out, simply ask for another.</PanelText>
          </Panel>
          <div style={{ paddingTop: '32px' }}>
            {data.accountEmail && <Paragraph>Account: {data.accountEmail}</Paragraph>}
            <Quiet>
              You did not ask for this? Then ignore this mail. Your password stays as it is, and
              nobody can change it without this link.
            </Quiet>
          </div>
        </Story>
      </Layout>
    )
  },
}

/** Also for account mails without a template of their own: confirm an address, open a chat history. */
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
