import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PanelRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChatAgent, ChatConversationDetail } from '#contract/chat-desk.ts'
import { api, client } from '../../lib/api.ts'
import type { StreamState } from '../../lib/event-stream.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { FailedLoad, FirstLoad } from '../kit/WhenLoaded.tsx'
import type { TypingMark } from './desk.ts'
import { MessageLog } from './MessageLog.tsx'
import type { Outbox } from './outbox.ts'
import { OnlineDot } from './parts.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { lastSeq, useThread } from './thread.ts'

export type Live = {
  connection: StreamState
  agents: readonly ChatAgent[]
  typing: readonly TypingMark[]
}

type ThreadViewProps = {
  id: string
  live: Live
  outbox: Outbox
  /** On phones the thread is a view of its own. */
  onBack?: () => void
  onClosed: () => void
  onShowCustomer?: () => void
}

/** The chosen conversation: who it is, what was said, and the reply box while it is open. */
export function ThreadView({ id, onBack, ...props }: ThreadViewProps) {
  const conversation = useQuery(api.chat_conversations.get.queryOptions({ input: { id } }))
  return (
    <section
      aria-label={
        conversation.data ? `Conversation with ${conversation.data.customer_name}` : 'Conversation'
      }
      className={`flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-paper ${onBack ? 'h-[calc(100dvh-var(--bar-height)-2.5rem)]' : 'h-[600px]'}`}
    >
      {!conversation.data && onBack && <BackButton onBack={onBack} />}
      {conversation.isPending && (
        <FirstLoad failure="Failed to load messages">
          <Loading />
        </FirstLoad>
      )}
      {conversation.isError && !conversation.data && (
        <FailedLoad
          failure="Failed to load messages"
          error={conversation.error}
          failedAt={conversation.errorUpdatedAt}
          onRetry={() => conversation.refetch()}
        />
      )}
      {conversation.data && (
        <OpenedThread conversation={conversation.data} onBack={onBack} {...props} />
      )}
    </section>
  )
}

type OpenedThreadProps = Omit<ThreadViewProps, 'id'> & { conversation: ChatConversationDetail }

function OpenedThread({ conversation, live, outbox, ...actions }: OpenedThreadProps) {
  const { id, status, unread_count } = conversation
  const me = useSession().profile?.id
  const thread = useThread(id)
  const seen_seq = lastSeq(thread.data)
  useMarkRead(id, seen_seq, unread_count)
  const others = live.typing.filter((mark) => mark.conversation_id === id)
  const isCustomerTyping = status === 'open' && others.some(({ agent }) => !agent)
  const colleagues = others.flatMap(({ agent }) => (agent && agent.id !== me ? agent.name : []))
  return (
    <>
      <ThreadHead conversation={conversation} agents={live.agents} me={me} {...actions} />
      {live.connection === 'offline' && <OfflineNote />}
      {thread.isPending && (
        <FirstLoad failure="Failed to load messages">
          <Loading />
        </FirstLoad>
      )}
      {thread.isError && !thread.data && (
        <FailedLoad
          failure="Failed to load messages"
          error={thread.error}
          failedAt={thread.errorUpdatedAt}
          onRetry={() => thread.refetch()}
        />
      )}
      {thread.data && (
        <MessageLog
          conversation={conversation}
          thread={thread.data}
          outgoing={outbox.of(id)}
          me={me}
          onRetry={(reply) => outbox.retry(reply, reply.answered_by ? seen_seq : undefined)}
          onDiscard={outbox.discard}
          onEarlier={thread.loadEarlier}
          isLoadingEarlier={thread.isLoadingEarlier}
        />
      )}
      <p aria-live="polite" className="min-h-6 truncate px-5 text-quiet text-xs leading-6">
        {[
          isCustomerTyping && 'Customer is typing...',
          ...colleagues.map((name) => `${name} is typing a reply`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {status === 'open' ? (
        <ReplyBox
          conversation={conversation}
          autoFocus={actions.onBack === undefined}
          isReady={thread.data !== undefined}
          onSend={(reply) => outbox.send(id, { ...reply, seen_seq })}
        />
      ) : (
        <ClosedNote reason={conversation.closed_reason} />
      )}
    </>
  )
}

/** A message counts as read when it is on the screen of an agent whose tab is in front. */
function useMarkRead(id: string, seq: number, unread: number) {
  useEffect(() => {
    if (unread === 0 || seq === 0) return
    const mark = () => {
      if (document.visibilityState === 'visible') {
        // If it fails, the count stays and the next message or focus tries again.
        client.chat_conversations.mark_read({ id, seq }).catch(() => {})
      }
    }
    mark()
    window.addEventListener('focus', mark)
    document.addEventListener('visibilitychange', mark)
    return () => {
      window.removeEventListener('focus', mark)
      document.removeEventListener('visibilitychange', mark)
    }
  }, [id, seq, unread])
}

type ThreadHeadProps = Pick<ThreadViewProps, 'onBack' | 'onClosed' | 'onShowCustomer'> & {
  conversation: ChatConversationDetail
  agents: readonly ChatAgent[]
  me: string | undefined
}

function ThreadHead({ conversation, agents, me, ...actions }: ThreadHeadProps) {
  const { id, customer_name, customer_email, customer_online, status } = conversation
  const [isAsking, setAsking] = useState(false)
  const close = useAdminMutation({
    run: client.chat_conversations.set_status,
    success: 'Conversation closed',
    failure: 'Failed to close conversation',
    refresh: [api.chat_conversations.key()],
    onSuccess: () => actions.onClosed(),
  })
  const confirmClose = () => {
    // A question that stays would hide the message of a failure.
    setAsking(false)
    close.mutate({ id, status: 'closed' })
  }
  const here = agents.filter((agent) => agent.conversation_id === id && agent.id !== me)
  const isView = actions.onBack !== undefined
  const Title = isView ? 'h1' : 'h2'
  const title = useRef<HTMLHeadingElement>(null)
  // The row that was pressed is gone; the reply box would open the keyboard of the phone.
  useEffect(() => {
    if (isView) title.current?.focus()
  }, [isView])
  return (
    <header className="flex items-center gap-2 border-line border-b px-3 py-2.5 sm:px-4">
      {actions.onBack && <BackButton onBack={actions.onBack} />}
      <div className="grid min-w-0 flex-1">
        <Title
          ref={title}
          tabIndex={-1}
          className="truncate font-sans font-semibold text-base tracking-normal outline-none"
        >
          <bdi>{customer_name}</bdi>
        </Title>
        <p className="flex min-w-0 items-center gap-1.5 text-quiet text-xs">
          {status === 'open' && <OnlineDot isOnline={customer_online} />}
          <span className="shrink-0">{stateName(conversation)}</span>
          <span className="min-w-0 truncate">
            {here.length > 0 ? peopleHere(here) : customer_email}
          </span>
        </p>
      </div>
      {actions.onShowCustomer && (
        <span className="min-[90rem]:hidden">
          <Button
            look="ghost"
            size="icon"
            aria-label="About the customer"
            onClick={actions.onShowCustomer}
          >
            <PanelRight aria-hidden="true" className="size-5" />
          </Button>
        </span>
      )}
      {status === 'open' && (
        <Button look="outline" size="small" busy={close.isPending} onClick={() => setAsking(true)}>
          Close Chat
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Close the chat with ${customer_name}?`}
        text="The customer sees that it has ended and would have to start a new one."
        confirmLabel="Close chat"
        cancelLabel="Keep it open"
        onConfirm={confirmClose}
      />
    </header>
  )
}

function stateName({ status, customer_online }: ChatConversationDetail) {
  if (status === 'closed') return 'Closed'
  return customer_online ? 'Online' : 'Away'
}

const peopleHere = (agents: readonly ChatAgent[]) =>
  `${agents.map(({ name }) => name).join(', ')} ${agents.length === 1 ? 'is' : 'are'} here too`

function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <Button look="ghost" size="icon" aria-label="Back to conversations" onClick={onBack}>
      <ArrowLeft aria-hidden="true" className="size-5" />
    </Button>
  )
}

const CLOSED_BY = {
  customer: 'The customer has closed this conversation.',
  admin: 'This conversation is closed.',
  inactivity: 'This conversation was closed due to inactivity.',
}

function ClosedNote({ reason }: { reason: ChatConversationDetail['closed_reason'] }) {
  return <Note>{CLOSED_BY[reason ?? 'admin']}</Note>
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="border-line border-t px-5 py-4 text-center text-quiet text-sm">{children}</p>
)

function OfflineNote() {
  return (
    <p role="status" className="bg-honey-tint px-5 py-2 text-honey text-sm">
      You are offline. What you see may be out of date until the connection is back.
    </p>
  )
}

function Loading() {
  return (
    <div role="status" className="grid flex-1 content-end gap-3 p-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="ml-auto h-16 w-1/2" />
      <Skeleton className="h-12 w-1/2" />
    </div>
  )
}
