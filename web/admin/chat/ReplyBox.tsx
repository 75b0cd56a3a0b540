import { useQuery } from '@tanstack/react-query'
import { Package, SendHorizontal, TicketPercent } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { CannedReply } from '#contract/canned-replies.ts'
import type { ChatConversation } from '#contract/chat-desk.ts'
import { CHAT_LIMITS, TYPING_PAUSE_MS } from '#contract/chat-rules.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { IfMay } from '../kit/rights.tsx'
import { useDraft } from '../kit/unsaved-changes.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { AttachCoupon, AttachProduct } from './AttachDialogs.tsx'
import { CannedMenu, CannedOptions, filledIn } from './CannedReplies.tsx'
import type { NewReply } from './outbox.ts'

type ReplyBoxProps = {
  conversation: ChatConversation
  autoFocus: boolean
  /** Whether the messages are shown: nobody answers what was not read. */
  isReady: boolean
  onSend: (reply: Omit<NewReply, 'seen_seq'>) => void
}

/** Enter sends, Shift+Enter breaks the line, and `/` at the beginning offers canned replies. */
export function ReplyBox({ conversation, autoFocus, ...rest }: ReplyBoxProps) {
  const { isReady, onSend } = rest
  const { id, customer_name } = conversation
  const [text, write] = useDraft(`chat-reply:${id}`)
  const [attaching, setAttaching] = useState<'product' | 'coupon' | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingReport(id)
  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])
  const send = () => {
    const message = text.trim()
    if (message === '' || !isReady) return
    typing.stop()
    onSend({ message, label: message })
    write('')
  }
  const insert = (reply: CannedReply) => {
    write(filledIn(reply, customer_name))
    box.current?.focus()
  }
  const canned = useCannedOptions(text, insert)
  const onKeyDown = (event: KeyboardEvent) => {
    if (canned.onKeyDown(event)) return
    // While a word is composed, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const attach = (reply: Omit<NewReply, 'seen_seq'>) => {
    setAttaching(null)
    onSend(reply)
  }
  return (
    <div className="relative border-line border-t p-3">
      {canned.isAsked && (
        <WhenLoaded
          query={canned.query}
          failure="Failed to load canned replies"
          isSmall
          placeholder={null}
        />
      )}
      {canned.options.length > 0 && (
        <CannedOptions
          id={canned.listId}
          options={canned.options}
          active={canned.active}
          onChoose={insert}
        />
      )}
      <textarea
        ref={box}
        aria-label={`Reply to ${customer_name}`}
        aria-autocomplete="list"
        aria-controls={canned.options.length > 0 ? canned.listId : undefined}
        aria-activedescendant={
          canned.options.length > 0 ? `${canned.listId}-${canned.active}` : undefined
        }
        placeholder="Write a reply, or / for canned replies"
        rows={2}
        dir="auto"
        maxLength={CHAT_LIMITS.message}
        value={text}
        onChange={({ target }) => {
          write(target.value)
          if (target.value.trim() === '') typing.stop()
          else typing.report()
        }}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-40 min-h-16 w-full resize-none rounded-field border border-field bg-paper px-3.5 py-2.5 text-base placeholder:text-quiet focus-visible:border-rose focus-visible:outline-offset-0 sm:text-[0.9375rem]"
      />
      <div className="mt-2 flex items-center gap-1">
        <CannedMenu onInsert={insert} />
        <Button
          look="ghost"
          size="icon"
          aria-label="Send a product"
          onClick={() => setAttaching('product')}
        >
          <Package aria-hidden="true" className="size-5" />
        </Button>
        <IfMay area="coupons">
          <Button
            look="ghost"
            size="icon"
            aria-label="Send a coupon"
            onClick={() => setAttaching('coupon')}
          >
            <TicketPercent aria-hidden="true" className="size-5" />
          </Button>
        </IfMay>
        <Button size="narrow" className="ml-auto" onClick={send}>
          <SendHorizontal aria-hidden="true" className="size-4" />
          Send
        </Button>
      </div>
      {attaching === 'product' && (
        <AttachProduct onSend={attach} onClose={() => setAttaching(null)} />
      )}
      {attaching === 'coupon' && (
        <AttachCoupon onSend={attach} onClose={() => setAttaching(null)} />
      )}
    </div>
  )
}

/** `/sh` at the beginning offers the canned replies whose shortcut begins so. */
function useCannedOptions(text: string, insert: (reply: CannedReply) => void) {
  const listId = useId()
  const replies = useQuery(api.canned_replies.list.queryOptions())
  const [position, setPosition] = useState(0)
  const [dismissed, setDismissed] = useState('')
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase()
  const options =
    typed === undefined || dismissed === text
      ? []
      : (replies.data ?? []).filter(({ shortcut }) => shortcut.startsWith(typed))
  const active = Math.min(position, Math.max(0, options.length - 1))
  const move = (by: number) => setPosition((active + by + options.length) % options.length)
  /** Whether the key was about the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (options.length === 0) return false
    const chosen = options[active]
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setDismissed(text)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      setPosition(0)
      insert(chosen)
    } else return false
    event.preventDefault()
    return true
  }
  return { listId, options, active, onKeyDown, query: replies, isAsked: typed !== undefined }
}

/** Renewed well before it expires. */
const RENEWAL_MS = 2500

/** Says that an agent types; takes it back after 2 seconds without a key, on sending and on leaving. */
function useTypingReport(id: string) {
  const state = useRef<{ reportedAt: number; timer?: ReturnType<typeof setTimeout> }>({
    reportedAt: 0,
  })
  // Only a hint for others: when it cannot be sent, nothing is lost.
  const say = (typing: boolean) =>
    void client.chat_conversations.set_typing({ id, typing }).catch(() => {})
  const stop = () => {
    clearTimeout(state.current.timer)
    if (state.current.reportedAt === 0) return
    state.current.reportedAt = 0
    say(false)
  }
  const report = () => {
    clearTimeout(state.current.timer)
    state.current.timer = setTimeout(stop, TYPING_PAUSE_MS)
    if (Date.now() - state.current.reportedAt < RENEWAL_MS) return
    state.current.reportedAt = Date.now()
    say(true)
  }
  const leave = useRef(stop)
  leave.current = stop
  useEffect(() => () => leave.current(), [])
  return { report, stop }
}
