import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChatReply } from '#contract/chat-desk.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { toast } from '../../ui/toast.ts'
import { addMessage } from './thread.ts'

/** A reply on its way. Its `client_id` stays the same however often it is sent, so it is stored once. */
export type Outgoing = ChatReply & {
  label: string
  state: 'sending' | 'failed'
  /** A colleague whose reply the agent had not seen. */
  answered_by?: string
}

export type NewReply = Pick<ChatReply, 'message' | 'attach' | 'seen_seq'> & { label: string }

/** The replies that are not stored yet, of all conversations. Those of one conversation are sent one after the other. */
export function useOutbox() {
  const queries = useQueryClient()
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const lanes = useRef(new Map<string, Promise<void>>())

  const update = (client_id: string, change: Partial<Outgoing>) =>
    setOutgoing((all) =>
      all.map((one) => (one.client_id === client_id ? { ...one, ...change } : one)),
    )
  const discard = (client_id: string) =>
    setOutgoing((all) => all.filter((one) => one.client_id !== client_id))

  async function deliver(reply: Outgoing) {
    const { label, state, answered_by, ...input } = reply
    try {
      addMessage(queries, await client.chat_conversations.reply(input))
      discard(reply.client_id)
    } catch (error) {
      const isUnseen = hasErrorCode(error, 'ANSWERED_MEANWHILE')
      update(reply.client_id, {
        state: 'failed',
        answered_by: isUnseen ? error.data.agent_name : undefined,
      })
      toast.error('Failed to send message', errorMessage(error))
      // A refusal means that something has happened which this screen does not show yet.
      await queries.invalidateQueries({ queryKey: api.chat_conversations.key() })
      await queries.invalidateQueries({ queryKey: ['chat-thread', reply.id] })
    }
  }

  const post = (reply: Outgoing) => {
    const before = lanes.current.get(reply.id) ?? Promise.resolve()
    lanes.current.set(
      reply.id,
      before.then(() => deliver(reply)),
    )
  }

  return {
    of: (conversation_id: string) => outgoing.filter(({ id }) => id === conversation_id),
    send: (id: string, reply: NewReply) => {
      const one: Outgoing = { ...reply, id, client_id: randomUuid(), state: 'sending' }
      setOutgoing((all) => [...all, one])
      post(one)
    },
    /** `seen_seq` anew only when the agent has read what came meanwhile. */
    retry: (reply: Outgoing, seen_seq = reply.seen_seq) => {
      const again: Outgoing = { ...reply, seen_seq, state: 'sending', answered_by: undefined }
      update(reply.client_id, again)
      post(again)
    },
    discard,
  }
}

export type Outbox = ReturnType<typeof useOutbox>
