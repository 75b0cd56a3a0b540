import type { MailOf } from './data.ts'
import { Action, Paragraph, Prose, Quiet, TextLink } from './parts/Copy.tsx'
import { MailPage } from './parts/MailPage.tsx'
import { Facts, TextPanel } from './parts/Panel.tsx'

export const welcome: MailOf<'welcome'> = ({ data, shop }) => (
  <MailPage
    because={`You receive this mail because an account was made with this address at ${shop.name}.`}
    href={data.shopLink ?? `${shop.url}/`}
    eyebrow="Good to meet you"
    tone="blush"
  >
    <Paragraph>Your account is ready. With it you can</Paragraph>
    <Facts
      facts={[
        ['Orders', 'Follow every parcel, find every invoice'],
        ['Order again', 'Refill what worked without searching for it'],
        ['Reviews', 'Tell others how a product felt on your skin'],
      ]}
    />
    <TextPanel title="Your sign-in address" tone="sage">
      {data.accountEmail}. <TextLink href={`${shop.url}/auth`}>Sign in</TextLink> with it whenever
      you like.
    </TextPanel>
  </MailPage>
)

export const passwordReset: MailOf<'password-reset'> = ({ data, shop }) => {
  // If make-safe.ts dropped the link, the button leads to the sign-in page, which offers a new one.
  const resetLink = data.resetLink || `${shop.url}/auth`
  return (
    <MailPage
      because={`You receive this mail because a new password was asked for at ${shop.name}.`}
      href={resetLink}
      eyebrow="Your account"
      tone="blush"
    >
      <TextPanel title="This link expires in 1 hour" tone="honey">
        It works once. If it has run out, simply ask for another.
      </TextPanel>
      <div style={{ paddingTop: '32px' }}>
        {data.accountEmail && <Paragraph>Account: {data.accountEmail}</Paragraph>}
        <Quiet>
          You did not ask for this? Then ignore this mail. Your password stays as it is, and nobody
          can change it without this link.
        </Quiet>
      </div>
    </MailPage>
  )
}

/** Also for account mails without a template of their own: confirm an address, open a chat history. */
export const accountUpdate: MailOf<'account-update'> = ({ data, shop, words }) => (
  <MailPage
    because={`You receive this mail because it concerns this address at ${shop.name}.`}
    eyebrow={data.isForTeam ? 'For the team' : 'Your account'}
    tone="blush"
  >
    {data.customerName && <Paragraph>Hello {data.customerName},</Paragraph>}
    <Prose text={data.updateDetails} />
    {data.accountEmail && <Paragraph>Account: {data.accountEmail}</Paragraph>}
    <div style={{ padding: '16px 0 12px', textAlign: 'center' }}>
      {data.actionLink ? (
        <Action href={data.actionLink}>{data.actionText || words.button}</Action>
      ) : (
        <Action href={`${shop.url}/auth`}>{words.button}</Action>
      )}
    </div>
    {!data.isForTeam && (
      <TextPanel title="This was not you?" tone="honey">
        Then write to {shop.support_email} and we will help. We never ask for your password.
      </TextPanel>
    )}
  </MailPage>
)
