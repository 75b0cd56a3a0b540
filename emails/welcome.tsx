import { withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Paragraph, TextLink } from './parts/Copy.tsx'
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
