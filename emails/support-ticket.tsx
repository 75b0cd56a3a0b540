import { withName } from './format.ts'
import { Layout } from './layout.tsx'
import type { MailOf } from './mail.ts'
import { Action, Prose, Quiet, Subheading } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Story } from './parts/Panel.tsx'
import { colour } from './tokens.ts'

export const supportTicket: MailOf<'support-ticket'> = {
  subject: ({ ticketNumber }) => `We have your message (${ticketNumber})`,
  Body: ({ data, shop }) => (
    <Layout
      because={`You receive this mail because someone wrote to ${shop.name} with this address.`}
      preview="A person reads it and replies within 24 hours."
      shop={shop}
    >
      <Dome
        action={<Action href={`${shop.url}/`}>Back to the shop</Action>}
        eyebrow={`Ticket ${data.ticketNumber}`}
        lede="A person is reading your message. We reply within 24 hours."
        title={withName('We have your message', data.customerName)}
        tone="sage"
      />
      <Story>
        <Facts
          facts={[
            ['Ticket', data.ticketNumber],
            ['Our reply', 'Within 24 hours'],
          ]}
        />
        <Subheading>What you wrote</Subheading>
        <div className="line" style={quote}>
          <Prose text={data.issueDescription} />
        </div>
        <div style={{ paddingTop: '20px' }}>
          <Quiet>
            Something to add? Answer this mail and keep the ticket number in the subject. You did
            not write to us? Then someone mistyped an address, and you can ignore this.
          </Quiet>
        </div>
      </Story>
    </Layout>
  ),
}

const quote = { borderLeft: `2px solid ${colour.line}`, paddingLeft: '22px' }
