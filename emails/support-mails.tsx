import type { ReactElement } from 'react'
import type { MailOf } from './data.ts'
import { oneLine } from './format.ts'
import { Action, Paragraph, Prose, Quiet, Subheading } from './parts/Copy.tsx'
import { MailPage } from './parts/MailPage.tsx'
import { Facts } from './parts/Panel.tsx'
import { colour } from './tokens.ts'

type Ticket = Parameters<MailOf<'support-ticket'>>[0]

/** Confirms a message; with `reply` it carries the answer, as a reply to that confirmation. */
export const supportTicket: MailOf<'support-ticket'> = (ticket) =>
  ticket.data.reply ? <Answer {...ticket} /> : <Confirmation {...ticket} />

function Confirmation({ data, shop }: Ticket): ReactElement {
  return (
    <MailPage
      because={`You receive this mail because someone wrote to ${shop.name} with this address.`}
      href={`${shop.url}/`}
      eyebrow={`Ticket ${data.ticketNumber}`}
      tone="sage"
    >
      <Facts
        facts={[
          ['Ticket', data.ticketNumber],
          ['Our reply', 'Within 24 hours'],
        ]}
      />
      <WhatYouWrote text={data.issueDescription} />
      <div style={{ paddingTop: '20px' }}>
        <Quiet>
          Something to add? Answer this mail and keep the ticket number in the subject. You did not
          write to us? Then someone mistyped an address, and you can ignore this.
        </Quiet>
      </div>
    </MailPage>
  )
}

function Answer({ data, shop, words }: Ticket): ReactElement {
  const { reply = '', repliedBy } = data
  return (
    <MailPage
      because={`You receive this mail because someone wrote to ${shop.name} with this address.`}
      eyebrow={`Ticket ${data.ticketNumber}`}
      tone="sage"
      words={{ ...words, intro: '', preheader: reply, title: 'Our reply' }}
    >
      <Prose text={reply} />
      <Paragraph>{repliedBy ? `${oneLine(repliedBy)}, ${shop.name}` : shop.name}</Paragraph>
      <WhatYouWrote text={data.issueDescription} />
      <div style={{ paddingTop: '20px' }}>
        <Quiet>
          Is something still open? Answer this mail and keep the ticket number in the subject.
        </Quiet>
      </div>
      <div style={{ padding: '16px 0 12px', textAlign: 'center' }}>
        <Action href={`${shop.url}/`}>{words.button}</Action>
      </div>
    </MailPage>
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
