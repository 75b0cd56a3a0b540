import { useSelector } from '@tanstack/react-store'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CustomerContext } from '#contract/chat-messages.ts'
import { client } from '../../lib/api.ts'
import { chatStore, countUnread, followStoredChat } from './chat-store.ts'

const loadPanel = () => import('./ChatPanel.tsx')
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }))

const LINK = /^#chat=([\w-]+)$/
const CONTEXT_PAUSE_MS = 1500

/** The round button at the bottom right, and the panel that it opens. */
export function ChatWidget({ context }: { context: CustomerContext }) {
  const [open, setOpen] = useState(false)
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
      setOpen(true)
    }
    openLink()
    addEventListener('hashchange', openLink)
    return () => removeEventListener('hashchange', openLink)
  }, [])

  const close = () => {
    setOpen(false)
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
        <button
          ref={button}
          type="button"
          aria-label={`Open chat${hint}`}
          onClick={() => setOpen(true)}
          onPointerEnter={() => void loadPanel()}
          className="fixed right-4 bottom-4 z-20 grid size-14 animate-appear place-items-center rounded-full bg-rose text-on-rose shadow-float transition-colors hover:bg-rose-deep sm:right-5 sm:bottom-5 max-lg:[body:has([data-bottom-bar])_&]:bottom-24"
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
      )}
      <p role="status" className="sr-only">
        {!open && unread > 0 && `Chat${hint}`}
      </p>
    </aside>
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
