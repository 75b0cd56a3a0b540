import { useSelector } from '@tanstack/react-store'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CustomerContext } from '#contract/chat-messages.ts'
import { client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Assistant } from './Assistant.tsx'
import { ASSISTANT } from './answers.ts'
import { ChatHistory, type OpenedHistory } from './ChatHistory.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { rememberSecrets } from './chat-storage.ts'
import { chatStore, enterConversation } from './chat-store.ts'
import { EndChat, LiveChat } from './LiveChat.tsx'
import { Portrait } from './Portrait.tsx'

type View = 'chat' | 'history'

type ChatPanelProps = {
  /** The token of a mailed link that was followed. */
  token: string | undefined
  readContext: () => CustomerContext
  onClose: () => void
}

/** Not modal: the shop stays usable beside it. On phones it covers the screen. */
export function ChatPanel({ token, readContext, onClose }: ChatPanelProps) {
  const { session, state, connected } = useSelector(chatStore)
  const [view, setView] = useState<View>('chat')
  const [connecting, setConnecting] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const opened = useMailedLink(token, setView)
  useEffect(() => {
    if (session) setConnecting(false)
  }, [session])
  // What had the focus may be gone with the last view; the keyboard stays in the panel.
  const shown = `${view} ${connecting} ${session?.id}`
  useEffect(() => {
    if (shown && !panel.current?.contains(document.activeElement)) panel.current?.focus()
  }, [shown])

  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby="chat-title"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-0 z-50 flex animate-rise flex-col overflow-hidden bg-ground shadow-float outline-none sm:inset-auto sm:right-5 sm:bottom-5 sm:h-[min(40rem,calc(100dvh-2.5rem))] sm:w-96 sm:rounded-2xl"
    >
      <header className="flex items-center gap-3 bg-blush px-4 pt-3 pb-2">
        <Portrait className="size-11" />
        <div className="min-w-0 flex-1">
          <h2 id="chat-title" className="text-lg leading-tight">
            {session ? 'Live support' : ASSISTANT.name}
          </h2>
          <p className="flex items-center gap-1.5 text-quiet text-sm">
            {session ? (
              <Presence isOnline={connected && (state?.agent_online ?? false)} />
            ) : (
              ASSISTANT.title
            )}
          </p>
        </div>
        {session && <EndChat />}
        <Button look="ghost" size="icon" aria-label="Close chat" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </header>
      <ViewSwitch view={view} onChange={setView} />
      {view === 'history' ? (
        <ChatHistory opened={opened} onContinue={() => setView('chat')} />
      ) : session ? (
        <LiveChat />
      ) : connecting ? (
        <ConnectForm readContext={readContext} onBack={() => setConnecting(false)} />
      ) : (
        <Assistant onConnect={() => setConnecting(true)} />
      )}
    </section>
  )
}

function Presence({ isOnline }: { isOnline: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={clsx('size-2 rounded-full', isOnline ? 'bg-leaf' : 'bg-field')}
      />
      {isOnline ? 'Support is online' : 'Support is offline'}
    </>
  )
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <nav aria-label="Chat" className="flex border-line border-b bg-blush px-4">
      {(['chat', 'history'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-current={view === name ? 'page' : undefined}
          onClick={() => onChange(name)}
          className={clsx(
            'min-h-11 border-b-2 px-4 font-medium text-sm',
            view === name ? 'border-rose text-ink' : 'border-transparent text-quiet hover:text-ink',
          )}
        >
          {name === 'chat' ? 'Chat' : 'History'}
        </button>
      ))}
    </nav>
  )
}

/** A link to a reply leads back into its conversation, one to the history into the list. */
function useMailedLink(token: string | undefined, setView: (view: View) => void) {
  const [opened, setOpened] = useState<OpenedHistory>()
  useEffect(() => {
    if (!token) return
    client.chat.open_link({ token }).then(
      ({ purpose, customer_email, conversations }) => {
        rememberSecrets(conversations.map(({ id, secret }) => ({ id, secret })))
        const [first] = conversations
        if (purpose === 'reply' && first?.status === 'open') {
          const { id, secret, customer_name } = first
          return enterConversation({ id, secret, customer_name, customer_email })
        }
        setOpened({ customer_email, conversations })
        setView('history')
      },
      (error) => toast.error('Error', errorMessage(error)),
    )
  }, [token, setView])
  return opened
}
