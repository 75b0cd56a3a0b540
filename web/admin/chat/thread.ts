import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskMessage } from '#contract/chat-desk.ts'
import { client } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** A conversation's messages without gaps: from the first one loaded to the newest. */
export type Thread = { messages: DeskMessage[]; has_earlier: boolean }

const threadKey = (conversation_id: string) => ['chat-thread', conversation_id]

/** The newest messages, or what is missing since those that are known. */
export function useThread(conversation_id: string) {
  const queries = useQueryClient()
  const queryKey = threadKey(conversation_id)
  const thread = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thread> => {
      const known = queries.getQueryData<Thread>(queryKey)
      if (!known?.messages.length) {
        return client.chat_conversations.messages({ conversation_id }, { signal })
      }
      const missed = await messagesAfter(conversation_id, lastSeq(known), signal)
      // Others may have arrived live meanwhile.
      return merged(queries.getQueryData<Thread>(queryKey) ?? known, missed)
    },
    staleTime: 0,
  })
  const [isLoadingEarlier, setLoadingEarlier] = useState(false)
  const loadEarlier = async () => {
    const before_seq = thread.data?.messages[0]?.seq
    if (before_seq === undefined || isLoadingEarlier) return
    setLoadingEarlier(true)
    try {
      const earlier = await client.chat_conversations.messages({ conversation_id, before_seq })
      queries.setQueryData<Thread>(
        queryKey,
        (current) =>
          current && {
            messages: [...earlier.messages, ...current.messages],
            has_earlier: earlier.has_earlier,
          },
      )
    } catch {
      toast.error('Failed to load messages')
    } finally {
      setLoadingEarlier(false)
    }
  }
  return { ...thread, loadEarlier, isLoadingEarlier }
}

export const lastSeq = (thread: Thread | undefined) => thread?.messages.at(-1)?.seq ?? 0

async function messagesAfter(conversation_id: string, seq: number, signal: AbortSignal) {
  const found: DeskMessage[] = []
  for (;;) {
    const after_seq = found.at(-1)?.seq ?? seq
    const { messages } = await client.chat_conversations.messages(
      { conversation_id, after_seq },
      { signal },
    )
    if (messages.length === 0) return found
    found.push(...messages)
  }
}

const merged = (thread: Thread, more: DeskMessage[]): Thread => {
  const newer = more.filter(({ seq }) => seq > lastSeq(thread))
  return newer.length === 0 ? thread : { ...thread, messages: [...thread.messages, ...newer] }
}

/** A message that arrived live. When some before it are missing, they are fetched first. */
export function addMessage(queries: QueryClient, message: DeskMessage) {
  const queryKey = threadKey(message.conversation_id)
  const thread = queries.getQueryData<Thread>(queryKey)
  if (!thread || message.seq <= lastSeq(thread)) return
  if (message.seq === lastSeq(thread) + 1) {
    queries.setQueryData<Thread>(queryKey, merged(thread, [message]))
  } else void queries.invalidateQueries({ queryKey })
}

/** After a reconnect: what is shown gets what it missed, what was shown earlier when it is shown again. */
export const refreshThreads = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: ['chat-thread'] })
