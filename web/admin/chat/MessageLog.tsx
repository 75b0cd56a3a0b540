import { clsx } from 'clsx'
import { ArrowDown, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { ChatConversation, DeskMessage } from '#contract/chat-desk.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import type { Outgoing } from './outbox.ts'
import { Attachment, Clock, dayOf } from './parts.tsx'
import { lastSeq, type Thread } from './thread.ts'

type MessageLogProps = {
  conversation: ChatConversation
  thread: Thread
  outgoing: readonly Outgoing[]
  me: string | undefined
  onRetry: (reply: Outgoing) => void
  onDiscard: (client_id: string) => void
  onEarlier: () => void
  isLoadingEarlier: boolean
}

/** What was said, oldest first, and what is still on its way. */
export function MessageLog({ conversation, thread, outgoing, ...props }: MessageLogProps) {
  const { messages, has_earlier } = thread
  const stored = new Set(messages.map(({ client_id }) => client_id))
  const pending = outgoing.filter(({ client_id }) => !stored.has(client_id))
  const scroll = useScroll(messages[0]?.seq ?? 0, lastSeq(thread), pending.length)
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroll.log}
        onScroll={scroll.onScroll}
        role="log"
        aria-label={`Messages with ${conversation.customer_name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        className="relative h-full overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 sm:px-5"
      >
        {has_earlier && (
          <div className="mb-4 text-center">
            <Button
              look="soft"
              size="small"
              busy={props.isLoadingEarlier}
              onClick={props.onEarlier}
            >
              Earlier messages
            </Button>
          </div>
        )}
        {messages.length + pending.length === 0 && (
          <p className="py-10 text-center text-quiet text-sm">No messages yet.</p>
        )}
        <ol className="grid grid-cols-1 gap-2">
          {messages.map((message, n) => (
            <Line
              key={message.seq}
              message={message}
              before={messages[n - 1]}
              isSeen={message.seq <= conversation.customer_read_seq}
            />
          ))}
          {pending.map((reply) => (
            <PendingLine
              key={reply.client_id}
              reply={reply}
              onRetry={() => props.onRetry(reply)}
              onDiscard={() => props.onDiscard(reply.client_id)}
            />
          ))}
        </ol>
      </div>
      {scroll.hasNewBelow && (
        <Button
          look="soft"
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          onClick={scroll.toEnd}
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          New messages
        </Button>
      )}
    </div>
  )
}

const NEAR_END_PX = 80

/** Follows new lines while the end is in sight; earlier ones that are loaded do not move what is read. */
function useScroll(first: number, last: number, pending: number) {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef({ first, last: 0, height: 0 })
  const isAtEnd = useRef(true)
  const [hasNewBelow, setNewBelow] = useState(false)
  const toEnd = () => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
    setNewBelow(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when lines were added
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const was = before.current
    if (first < was.first) element.scrollTop += element.scrollHeight - was.height
    else if (isAtEnd.current) toEnd()
    else if (last > was.last) setNewBelow(true)
    before.current = { first, last, height: element.scrollHeight }
  }, [first, last, pending])
  const onScroll = () => {
    const element = log.current
    if (!element) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    isAtEnd.current = left < NEAR_END_PX
    if (isAtEnd.current) setNewBelow(false)
  }
  return { log, onScroll, toEnd, hasNewBelow }
}

type LineProps = { message: DeskMessage; before: DeskMessage | undefined; isSeen: boolean }

function Line({ message, before, isSeen }: LineProps) {
  const { sender_type, sender_name, agent_name, created_at, attachment } = message
  const isTeam = sender_type === 'admin'
  const author = isTeam ? (agent_name ?? sender_name) : sender_name
  const isNewDay = !before || dayOf(before.created_at) !== dayOf(created_at)
  const isSameAuthor =
    !isNewDay && before.sender_type === sender_type && before.agent_name === agent_name
  return (
    <>
      {isNewDay && (
        <li className="my-2 text-center text-quiet text-xs">
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </li>
      )}
      <li
        className={clsx(
          'grid max-w-[85%] grid-cols-1 gap-1',
          isTeam ? 'justify-items-end justify-self-end' : 'justify-items-start',
        )}
      >
        {!isSameAuthor && (
          <p className="wrap-anywhere px-1 text-quiet text-xs">
            <bdi className="font-medium text-ink">{author}</bdi> <Clock iso={created_at} />
            {isTeam && isSeen && ' · Seen'}
          </p>
        )}
        {isSameAuthor && <span className="sr-only">{author}:</span>}
        <Bubble isTeam={isTeam}>
          {message.message}
          {attachment && <Attachment attachment={attachment} />}
        </Bubble>
      </li>
    </>
  )
}

function Bubble({ isTeam, children }: { isTeam: boolean; children: ReactNode }) {
  return (
    <div
      dir="auto"
      className={clsx(
        'wrap-anywhere grid grid-cols-1 gap-2 whitespace-pre-wrap rounded-2xl px-3.5 py-2 text-[0.9375rem]',
        isTeam ? 'rounded-br-md bg-sage' : 'rounded-bl-md bg-blush',
      )}
    >
      {children}
    </div>
  )
}

type PendingLineProps = { reply: Outgoing; onRetry: () => void; onDiscard: () => void }

function PendingLine({ reply, onRetry, onDiscard }: PendingLineProps) {
  const { label, state, answered_by } = reply
  return (
    <li className="grid max-w-[85%] grid-cols-1 justify-items-end gap-1 justify-self-end">
      <Bubble isTeam>{label}</Bubble>
      {state === 'sending' && <p className="px-1 text-quiet text-xs">Sending…</p>}
      {state === 'failed' && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs">
          <span className="font-medium text-danger">
            {answered_by ? `Not sent: ${answered_by} has replied meanwhile` : 'Not sent'}
          </span>
          <Button look="link" className="text-xs" onClick={onRetry}>
            <RotateCw aria-hidden="true" className="size-3.5" />
            {answered_by ? 'Send anyway' : 'Try again'}
          </Button>
          <Button look="link" className="text-xs" onClick={onDiscard}>
            <Trash2 aria-hidden="true" className="size-3.5" />
            Discard
          </Button>
        </div>
      )}
    </li>
  )
}
