import { greeting } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Paragraph, Quiet } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Panel, PanelText, Story } from './parts/Panel.tsx'

export const passwordReset: MailOf<'password-reset'> = {
  subject: (_, shop) => `Reset your ${shop.name} password`,
  Body: ({ data, shop }) => {
    // A link that was dropped as unsafe must not leave a dead button: the sign-in page offers a new one.
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
