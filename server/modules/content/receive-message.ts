import type { ContactMessage } from '#contract/content.ts'
import type { Db } from '#server/platform/database.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { contact_messages } from './content.table.ts'

/** Keeps what a visitor wrote, and tells the visitor so: both happen, or neither. */
export const receiveMessage = ({ db, jobs, now }: AppContext, message: ContactMessage) =>
  db.transaction(async (tx) => {
    const id = await keepMessage(tx, message, now())
    await queueMail(jobs, tx, {
      template: 'support-ticket',
      to: message.email,
      data: {
        customerName: message.name,
        ticketNumber: ticketNumber(id),
        issueDescription: message.message,
      },
      cause: `contact-message:${id}`,
    })
    return { id }
  })

async function keepMessage(tx: Db, { phone, ...message }: ContactMessage, at: Date) {
  const [kept] = await tx
    .insert(contact_messages)
    .values({ ...message, phone: phone?.trim() || null, created_at: at.toISOString() })
    .returning({ id: contact_messages.id })
  if (!kept) throw new Error('The message was not stored')
  return kept.id
}

/** Short enough to be read out over the phone. */
const ticketNumber = (id: string) => `T-${id.slice(0, 8).toUpperCase()}`
