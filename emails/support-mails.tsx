import type { ReactElement } from 'react'
import type { MailOf, Shop, TemplateData } from './data.ts'
import { oneLine, withName } from './format.ts'
import { Layout } from './layout.tsx'
import { Action, Paragraph, Prose, Quiet, Subheading } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Story } from './parts/Panel.tsx'
import { colour } from './tokens.ts'

type Ticket = { data: TemplateData['support-ticket']; shop: Shop }

/** Confirms a message; with `reply` it carries the answer, as a reply to that confirmation. */
export const supportTicket: MailOf<'support-ticket'> = {
  subject: ({ ticketNumber, reply }) =>
    `${reply ? 'Re: ' : ''}We have your message (${ticketNumber})`,
  Body: ({ data, shop }) =>
    data.reply ? <Answer data={data} shop={shop} /> : <Confirmation data={data} shop={shop} />,
}

function Confirmation({ data, shop }: Ticket): ReactElement {
  return (
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
        <WhatYouWrote text={data.issueDescription} />
        <div style={{ paddingTop: '20px' }}>
          <Quiet>
            Something to add? Answer this mail and keep the ticket number in the subject. You did
            not write to us? Then someone mistyped an address, and you can ignore this.
          </Quiet>
        </div>
      </Story>
    </Layout>
  )
}

function Answer({ data, shop }: Ticket): ReactElement {
  const { reply = '', repliedBy } = data
  return (
    <Layout
      because={`You receive this mail because someone wrote to ${shop.name} with this address.`}
      preview={reply}
      shop={shop}
    >
      <Dome eyebrow={`Ticket ${data.ticketNumber}`} title="Our reply" tone="sage" />
      <Story>
        <Prose text={reply} />
        <Paragraph>{repliedBy ? `${oneLine(repliedBy)}, ${shop.name}` : shop.name}</Paragraph>
        <WhatYouWrote text={data.issueDescription} />
        <div style={{ paddingTop: '20px' }}>
          <Quiet>
            Is something still open? Answer this mail and keep the ticket number in the subject.
          </Quiet>
        </div>
        <div style={{ padding: '16px 0 12px', textAlign: 'center' }}>
          <Action href={`${shop.url}/`}>Back to the shop</Action>
        </div>
      </Story>
    </Layout>
  )
}

function WhatYouWrote({ text }: { text: string }) {
  return (
    <>
      <Subheading>What you wrote</Subheading>
      <div className="line" style={quote}>
        <Prose text={text} />
      </div>
    </>
  )
}

const quote = { borderLeft: `2px solid ${colour.line}`, paddingLeft: '22px' }
