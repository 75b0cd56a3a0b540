import { useSelector } from '@tanstack/react-store'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ChatAttachment, ChatMessage } from '#contract/chat-messages.ts'
import { CHAT_LIMITS, RESET_AFTER_MS } from '#contract/chat-rules.ts'
import { DAY_MS } from '#contract/time.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { AttachmentCard, Bubble, MessageText } from './Bubble.tsx'
import type { PendingMessage } from './chat-storage.ts'
import {
  chatStore,
  closeConversation,
  markRead,
  resetChat,
  retryMessages,
  sendMessage,
  setFollowUp,
  setTyping,
} from './chat-store.ts'

/** A reconnect within this time is not worth a word. */
const CUT_OFF_AFTER_MS = 1500

/** The conversation with a person. Mounted only while it can be seen. */
export function LiveChat() {
  const { messages, pending, state, connected } = useSelector(chatStore)
  const isClosed = state?.status === 'closed'
  useReadWhileVisible(messages.length)
  useResetAfterClose(isClosed)
  const isCutOff = useLasting(!connected, CUT_OFF_AFTER_MS)
  return (
    <>
      {isCutOff && <StatusLine>You are offline. We will reconnect as soon as possible.</StatusLine>}
      <Thread messages={messages} pending={pending} isAgentTyping={state?.agent_typing ?? false} />
      {isClosed ? (
        <p role="status" className="border-line border-t p-5 text-center text-quiet">
          This conversation is closed.
        </p>
      ) : (
        <>
          {state && !state.agent_online && connected && <ByMail isOn={state.follow_up_by_mail} />}
          <Composer />
        </>
      )}
    </>
  )
}

function StatusLine({ children }: { children: string }) {
  return (
    <p role="status" className="bg-honey-tint px-4 py-2 text-center text-honey text-sm">
      {children}
    </p>
  )
}

function ByMail({ isOn }: { isOn: boolean }) {
  const turnOn = () =>
    setFollowUp(true).catch(() => toast.error('Something went wrong', 'Please try again'))
  return (
    <div className="flex items-center justify-between gap-3 bg-honey-tint px-4 py-2 text-honey text-sm">
      <p>
        {isOn
          ? 'Our team is away. You can leave: we answer by e-mail.'
          : 'Our team is away at the moment.'}
      </p>
      {!isOn && (
        <Button look="link" size="small" onClick={turnOn}>
          Answer me by e-mail
        </Button>
      )}
    </div>
  )
}

/** The log of a conversation; what is added at the end is announced. */
export function Thread({
  messages,
  pending = [],
  isAgentTyping = false,
}: {
  messages: readonly ChatMessage[]
  pending?: readonly PendingMessage[]
  isAgentTyping?: boolean
}) {
  const log = useRef<HTMLDivElement>(null)
  const length = messages.length + pending.length + Number(isAgentTyping)
  useEffect(() => {
    if (length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [length])
  return (
    <div
      ref={log}
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="grid flex-1 grid-cols-1 content-start gap-3 overflow-y-auto overscroll-contain p-4"
    >
      {length === 0 && (
        <p className="text-center text-quiet text-sm">
          You are connected. Write us what is on your mind.
        </p>
      )}
      {messages.map((message) => (
        <Line key={message.id} message={message} />
      ))}
      {pending.map((message) => (
        <PendingLine key={message.client_id} message={message} />
      ))}
      {isAgentTyping && <p className="text-quiet text-sm italic">Support is typing...</p>}
    </div>
  )
}

function Line({
  message: { sender_type, sender_name, message, attachment, created_at },
}: {
  message: ChatMessage
}) {
  const isMine = sender_type === 'customer'
  const time = <time dateTime={created_at}>{timeOf(created_at)}</time>
  return (
    <>
      {hasWords(message, attachment) && (
        <Bubble
          from={isMine ? 'me' : 'them'}
          name={isMine ? 'You' : sender_name}
          foot={
            isMine ? (
              time
            ) : (
              <>
                {sender_name} · {time}
              </>
            )
          }
        >
          <MessageText text={message} />
        </Bubble>
      )}
      {attachment && <AttachmentCard attachment={attachment} />}
    </>
  )
}

/** The server describes an attachment that comes without words; its card says the same. */
function hasWords(message: string, attachment: ChatAttachment | null) {
  if (!attachment) return true
  const start =
    attachment.type === 'product' ? `${attachment.name}, $` : `Coupon ${attachment.code}:`
  return !message.startsWith(start)
}

function PendingLine({ message: { message, failed } }: { message: PendingMessage }) {
  const foot = failed ? (
    <span className="text-danger">
      Not sent.{' '}
      <button
        type="button"
        onClick={retryMessages}
        className="inline-flex min-h-6 items-center gap-1 font-medium underline underline-offset-2"
      >
        <RotateCcw aria-hidden="true" className="size-3.5" />
        Try again
      </button>
    </span>
  ) : (
    'Sending...'
  )
  return (
    <Bubble from="me" name="You" foot={foot}>
      <MessageText text={message} />
    </Bubble>
  )
}

const timeOf = (iso: string) =>
  Date.now() - Date.parse(iso) < DAY_MS
    ? new Date(iso).toLocaleTimeString('en-US', { timeStyle: 'short' })
    : formatDate(iso, { withTime: true })

function Composer() {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Not on phones, where the keyboard would cover what there is to read.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  const send = () => {
    field.current?.focus()
    if (!text.trim()) return
    sendMessage(text.trim())
    setText('')
  }
  // Enter confirms what an input method proposes; that is not the end of a message.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex items-end gap-2 border-line border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <textarea
        ref={field}
        aria-label="Message"
        placeholder="Write a message"
        value={text}
        maxLength={CHAT_LIMITS.message}
        rows={Math.min(4, text.split('\n').length)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setTyping(event.currentTarget.value.trim() !== '')
        }}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-32 min-h-11 flex-1 resize-none rounded-2xl border border-field bg-paper px-4 py-2.5 text-base leading-snug sm:text-[0.9375rem]"
      />
      <Button type="submit" size="icon" aria-label="Send">
        <SendHorizontal aria-hidden="true" className="size-5" />
      </Button>
    </form>
  )
}

export function EndChat() {
  const { state } = useSelector(chatStore)
  const [busy, setBusy] = useState(false)
  if (state?.status !== 'open') return null
  const end = () => {
    setBusy(true)
    closeConversation()
      .catch(() => toast.error('The chat was not closed', 'Please try again'))
      .finally(() => setBusy(false))
  }
  return (
    <Button look="quiet" size="small" busy={busy} onClick={end}>
      End chat
    </Button>
  )
}

/** Whether something has been so for a while. */
function useLasting(value: boolean, ms: number) {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!value) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return lasts
}

/** What is on the screen of a visible page has been read. */
function useReadWhileVisible(messageCount: number) {
  useEffect(() => {
    const read = () => {
      if (messageCount > 0 && document.visibilityState === 'visible') markRead()
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [messageCount])
}

/** Two seconds after the close was seen, not after it happened: the customer may have been away. */
function useResetAfterClose(isClosed: boolean) {
  useEffect(() => {
    if (!isClosed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      if (document.visibilityState === 'visible') timer ??= setTimeout(resetChat, RESET_AFTER_MS)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [isClosed])
}
