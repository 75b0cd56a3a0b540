import type { ChatAvailability, NewConversation } from '#contract/chat.ts'
import { openingLines } from '#contract/opening-hours.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import { queuePush } from '#server/platform/outgoing-push.ts'
import type { AppContext, RequestContext } from '#server/platform/rpc.ts'
import { readSettings } from '../content/reads.ts'
import { hasNewsForDevices } from '../notifications/reads.ts'
import { createSecret, openOwnConversation } from './access.ts'
import { isBusinessTime } from './business-hours.ts'
import { chat_conversations } from './chat.table.ts'
import { sendChatSignal } from './chat-signals.ts'
import { ownConversation, readSummary, stateOf } from './conversations.ts'
import { isAgentOnline } from './presence.ts'

/** A shopper asks for a person. The team hears of it at once, and by mail. */
export async function startConversation(context: RequestContext, input: NewConversation) {
  const user_id = (await context.session())?.profile.id ?? null
  const { support_email } = await readSettings(context)
  const now = context.now()
  const at = now.toISOString()
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(chat_conversations)
      .values({
        user_id,
        customer_name: input.customer_name,
        customer_email: input.customer_email.toLowerCase(),
        follow_up_by_mail: input.follow_up_by_mail,
        context: input.context ?? null,
        context_at: input.context ? at : null,
        created_at: at,
        updated_at: at,
        active_at: at,
      })
      .returning()
    if (!row) throw new Error('The conversation was not stored')
    const secret = await createSecret(tx, row.id, now)
    await sendChatSignal(tx, { kind: 'started', conversation: await readSummary(tx, row.id) })
    await announceChange(tx, 'chat_conversations')
    await mailTeam(context, tx, row, support_email)
    if (await hasNewsForDevices(tx)) await queuePush(context.jobs, tx)
    const agent_online = await isAgentOnline(tx)
    return {
      conversation: ownConversation(row),
      state: stateOf(row, { agent_online, agent_typing: false }),
      secret,
    }
  })
}

/** `notify-new-chat`: starting a conversation has notified the team already, and one cause sends one mail. */
export async function notifyNewChat(
  context: RequestContext,
  input: { conversationId: string; secret?: string | undefined },
) {
  const conversation = await openOwnConversation(context, {
    id: input.conversationId,
    secret: input.secret,
  })
  const { support_email } = await readSettings(context)
  await mailTeam(context, context.db, conversation, support_email)
}

type Started = { id: string; customer_name: string; customer_email: string }

async function mailTeam(
  context: AppContext,
  tx: Db,
  { id, customer_name, customer_email }: Started,
  support_email: string | undefined,
) {
  const to = support_email?.trim()
  if (!to) return
  await queueCappedMail(context, tx, 'new-chat', {
    template: 'account-update',
    to,
    data: {
      updateType: `New chat with ${customer_name}`,
      updateDetails: `${customer_name} (${customer_email}) has started a conversation and waits for an answer.`,
      actionLink: `${context.config.publicUrl}/admin/chat?conversation=${id}`,
      actionText: 'Open the chat',
      isForTeam: true,
    },
    cause: `new-chat:${id}`,
  })
}

/** Whether somebody can answer now, and when somebody usually can. */
export async function readAvailability(context: RequestContext): Promise<ChatAvailability> {
  const settings = await readSettings(context)
  return {
    agent_online: await isAgentOnline(context.db),
    is_business_time: isBusinessTime(settings, context.now()),
    hours: openingLines(settings).filter((line) => line.hours !== ''),
  }
}
