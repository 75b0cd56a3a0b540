import { useSelector } from '@tanstack/react-store'
import { clsx } from 'clsx'
import { MessageCircle } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { CustomerContext } from '#contract/chat-messages.ts'
import { client } from '../../lib/api.ts'
import { chatOpen, setChatOpen } from './chat-open.ts'
import { chatStore, countUnread, followStoredChat } from './chat-store.ts'
import { useFreePlace } from './free-place.ts'

const loadPanel = () => import('./ChatPanel.tsx')
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }))

const LINK = /^#chat=([\w-]+)$/
const CONTEXT_PAUSE_MS = 1500

/** The round button at the bottom right, and the panel that it opens. */
export function ChatWidget({ context }: { context: CustomerContext }) {
  const open = useSelector(chatOpen)
  const [token, setToken] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const unread = useSelector(chatStore, countUnread)
  useEffect(followStoredChat, [])
  useSentContext(context)

  useEffect(() => {
    const openLink = () => {
      const found = LINK.exec(location.hash)?.[1]
      if (!found) return
      // The secret must not stay in the address: it would be bookmarked and shared.
      history.replaceState(history.state, '', location.pathname + location.search)
      setToken(found)
      setChatOpen(true)
    }
    openLink()
    addEventListener('hashchange', openLink)
    return () => removeEventListener('hashchange', openLink)
  }, [])

  const close = () => {
    setChatOpen(false)
    setToken(undefined)
    // The button comes back with the next render.
    requestAnimationFrame(() => button.current?.focus())
  }
  const hint = unread > 0 ? `, ${unread} new ${unread === 1 ? 'message' : 'messages'}` : ''
  return (
    <aside aria-label="Chat with us">
      {open ? (
        <Suspense>
          <ChatPanel token={token} readContext={() => context} onClose={close} />
        </Suspense>
      ) : (
        <OpenButton
          ref={button}
          path={context.page.path}
          unread={unread}
          label={`Open chat${hint}`}
        />
      )}
      <p role="status" className="sr-only">
        {!open && unread > 0 && `Chat${hint}`}
      </p>
    </aside>
  )
}

type OpenButtonProps = {
  ref: RefObject<HTMLButtonElement | null>
  path: string
  unread: number
  label: string
}

/** Steps aside where it would lie on a control; by keyboard it can be reached all the same. */
function OpenButton({ ref, path, unread, label }: OpenButtonProps) {
  const place = useFreePlace(ref, path)
  const isShown = place.state === 'shown'
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      onClick={() => setChatOpen(true)}
      onPointerEnter={() => void loadPanel()}
      data-state={place.state}
      style={isShown ? { translate: `0 ${-place.rise}px` } : undefined}
      className={clsx(
        'fixed right-4 bottom-4 z-20 grid size-14 place-items-center rounded-full bg-rose text-on-rose shadow-float transition-[background-color,opacity] hover:bg-rose-deep sm:right-5 sm:bottom-5',
        !isShown &&
          'pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100',
      )}
    >
      <MessageCircle aria-hidden="true" className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 -right-1 grid h-6 min-w-6 place-items-center rounded-full border-2 border-ground bg-ink px-1 font-semibold text-ground text-xs tabular-nums"
        >
          {unread}
        </span>
      )}
    </button>
  )
}

/** While a conversation is open, the team sees the page and the cart. */
function useSentContext(context: CustomerContext) {
  const { session, state } = useSelector(chatStore)
  const text = JSON.stringify(context)
  const isOpen = state?.status === 'open'
  useEffect(() => {
    if (!session || !isOpen) return
    const send = () => {
      const { id, secret } = session
      client.chat.set_context({ id, secret, context: JSON.parse(text) }).catch(() => {})
    }
    const timer = setTimeout(send, CONTEXT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [session, isOpen, text])
}
