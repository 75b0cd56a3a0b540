import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type {
  ChatAgent,
  ChatConversation,
  ChatConversationDetail,
  DeskEvent,
} from '#contract/chat-desk.ts'
import { TYPING_EXPIRY_MS } from '#contract/chat-rules.ts'
import type { Paged } from '#contract/paging.ts'
import { api } from '../../lib/api.ts'
import type { StreamState } from '../../lib/event-stream.ts'
import { followDesk } from './desk-connection.ts'
import { addMessage, refreshThreads } from './thread.ts'

/** Who types where; the customer has no agent id. */
export type TypingMark = { conversation_id: string; agent: { id: string; name: string } | null }

type DeskOptions = {
  shown: string | null
  onStarted: (conversation: ChatConversation) => void
}

/** The live side of the chat screen: events go into the cached queries, and what is only of now comes from here. */
export function useDesk({ shown, onStarted }: DeskOptions) {
  const queries = useQueryClient()
  const [connection, setConnection] = useState<StreamState>('connecting')
  const [agents, setAgents] = useState<ChatAgent[]>([])
  const [typing, setTyping] = useTypingMarks()
  const latest = useRef({ shown, onStarted })
  latest.current = { shown, onStarted }
  const desk = useRef<ReturnType<typeof followDesk>>(undefined)

  useEffect(() => {
    // An answer that was on its way may be older than the event, so what is shown is read again.
    const refreshSoon = throttled(() => {
      void queries.invalidateQueries({ queryKey: api.chat_conversations.list.key() })
      void queries.invalidateQueries({ queryKey: api.chat_conversations.get.key() })
    })
    const onEvent = (event: DeskEvent) => {
      if (event.type === 'ready') {
        setAgents(event.agents)
        void queries.invalidateQueries({ queryKey: api.chat_conversations.key() })
        void refreshThreads(queries)
      } else if (event.type === 'agents') setAgents(event.agents)
      else if (event.type === 'message') {
        const { conversation_id, sender_type } = event.message
        addMessage(queries, event.message)
        if (sender_type === 'customer') setTyping({ conversation_id, agent: null }, false)
      } else if (event.type === 'typing') setTyping(event, event.typing)
      else if (event.type !== 'heartbeat') {
        showConversation(queries, event.conversation)
        refreshSoon()
        if (event.type === 'started') latest.current.onStarted(event.conversation)
      }
    }
    desk.current = followDesk({
      onEvent,
      onState: setConnection,
      shown: () => latest.current.shown,
    })
    return () => {
      desk.current?.stop()
      refreshSoon.cancel()
    }
  }, [queries, setTyping])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what the colleagues see
  useEffect(() => desk.current?.showConversation(), [shown])

  return { connection, agents, typing }
}

/** Shows a changed conversation wherever it is; the lists are sorted anew a moment later. */
function showConversation(queries: QueryClient, conversation: ChatConversation) {
  const { id } = conversation
  queries.setQueriesData<Paged<ChatConversation>>(
    { queryKey: api.chat_conversations.list.key() },
    (page) =>
      page && { ...page, items: page.items.map((row) => (row.id === id ? conversation : row)) },
  )
  const detail = api.chat_conversations.get.queryKey({ input: { id } })
  queries.setQueryData<ChatConversationDetail>(
    detail,
    (current) => current && { ...current, ...conversation },
  )
}

const REFRESH_PAUSE_MS = 400

function throttled(run: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, REFRESH_PAUSE_MS)
  }
  later.cancel = () => clearTimeout(timer)
  return later
}

const markKey = ({ conversation_id, agent }: TypingMark) => `${conversation_id} ${agent?.id ?? ''}`

/** A mark whose end was lost disappears by itself. */
function useTypingMarks() {
  const [marks, setMarks] = useState<readonly TypingMark[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const [setTyping] = useState(() => (mark: TypingMark, typing: boolean) => {
    const key = markKey(mark)
    const remove = () => setMarks((all) => all.filter((one) => markKey(one) !== key))
    clearTimeout(timers.current.get(key))
    if (!typing) return remove()
    const { conversation_id, agent } = mark
    setMarks((all) => [...all.filter((one) => markKey(one) !== key), { conversation_id, agent }])
    timers.current.set(key, setTimeout(remove, TYPING_EXPIRY_MS))
  })
  useEffect(
    () => () => {
      for (const timer of timers.current.values()) clearTimeout(timer)
    },
    [],
  )
  return [marks, setTyping] as const
}
