import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bell, BellOff, MessageSquareText, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ChatQuery } from '#contract/chat-desk.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useList } from '../kit/list.ts'
import { useWideScreen } from '../kit/wide-screen.ts'
import { useAlerts, useTitleBadge } from './alerts.ts'
import { ConversationList } from './ConversationList.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import { useDesk } from './desk.ts'
import { useOutbox } from './outbox.ts'
import { ThreadView } from './ThreadView.tsx'

/** Conversations on the left, the chosen one beside it; on phones one or the other. */
export function ChatPage() {
  const list = useList(ChatQuery, (input) => api.chat_conversations.list.queryOptions({ input }))
  const [selected, select] = useSelected()
  const alerts = useAlerts()
  const live = useDesk({
    shown: selected,
    onStarted: (conversation) => {
      toast.success('New conversation', conversation.customer_name)
      alerts.announce(conversation, () => select(conversation.id))
    },
  })
  useTitleBadge(useUnreadCount())
  const outbox = useOutbox()
  const isWide = useWideScreen()
  const [isCustomerShown, setCustomerShown] = useState(false)
  const close = () => select(null)
  useFocusReturn(selected)
  const isEmpty = list.data?.total === 0 && !list.isFiltered

  const thread = selected && (
    <ThreadView
      key={selected}
      id={selected}
      live={live}
      outbox={outbox}
      onBack={isWide ? undefined : close}
      onClosed={close}
      onShowCustomer={() => setCustomerShown(true)}
    />
  )
  const customer = selected && (
    <Drawer open={isCustomerShown} onOpenChange={setCustomerShown} title="Customer">
      <div className="py-6">
        <CustomerPanel id={selected} />
      </div>
    </Drawer>
  )
  if (thread && !isWide) {
    return (
      <>
        {thread}
        {customer}
      </>
    )
  }
  return (
    <AdminPage help="chat" wide title="Live Chat" actions={<AlertButtons alerts={alerts} />}>
      {live.connection === 'offline' && !selected && <Offline />}
      <div className="grid items-start gap-4 md:grid-cols-[20rem_minmax(0,1fr)] min-[90rem]:grid-cols-[20rem_minmax(0,1fr)_18rem]">
        <ConversationList list={list} selected={selected} onSelect={select} {...live} />
        {thread || (isWide && <NothingSelected isEmpty={isEmpty} />)}
        {selected && (
          <aside
            aria-label="Customer"
            className="hidden h-[600px] overflow-y-auto rounded-card border border-line bg-paper p-5 min-[90rem]:block"
          >
            <CustomerPanel id={selected} />
          </aside>
        )}
      </div>
      {customer}
    </AdminPage>
  )
}

/** The chosen conversation is in the URL, so that it can be sent to a colleague and "back" works on phones. */
function useSelected() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/chat' })
  const { conversation } = search as { conversation?: unknown }
  const select = (id: string | null) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, conversation: id ?? undefined }),
      resetScroll: false,
    })
  return [typeof conversation === 'string' ? conversation : null, select] as const
}

/** When a conversation is left or closed, the focus goes back to its row. */
function useFocusReturn(selected: string | null) {
  const before = useRef(selected)
  useEffect(() => {
    const left = before.current
    before.current = selected
    if (selected !== null || left === null) return
    const row = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(left)}"]`)
    const target = row ?? document.getElementById('main')
    target?.focus()
  }, [selected])
}

const useUnreadCount = () =>
  useQuery(api.chat_conversations.list.queryOptions({ input: { unread: true } })).data?.total ?? 0

function AlertButtons({ alerts }: { alerts: ReturnType<typeof useAlerts> }) {
  return (
    <>
      <Button look="outline" size="small" aria-pressed={alerts.sound} onClick={alerts.toggleSound}>
        {alerts.sound ? (
          <Volume2 aria-hidden="true" className="size-4" />
        ) : (
          <VolumeX aria-hidden="true" className="size-4" />
        )}
        Sound
      </Button>
      <Button
        look="outline"
        size="small"
        aria-pressed={alerts.notifications}
        onClick={alerts.toggleNotifications}
      >
        {alerts.notifications ? (
          <Bell aria-hidden="true" className="size-4" />
        ) : (
          <BellOff aria-hidden="true" className="size-4" />
        )}
        Notifications
      </Button>
    </>
  )
}

function Offline() {
  return (
    <p role="status" className="mb-3 rounded-card bg-honey-tint px-4 py-3 text-honey text-sm">
      You are offline. What you see may be out of date until the connection is back.
    </p>
  )
}

function NothingSelected({ isEmpty }: { isEmpty: boolean }) {
  return (
    <div className="grid h-[600px] place-items-center rounded-card border border-line border-dashed min-[90rem]:col-span-2">
      <EmptyState
        icon={<MessageSquareText aria-hidden="true" strokeWidth={1.5} />}
        title={isEmpty ? 'You are online' : 'Choose a conversation'}
        text={
          isEmpty
            ? 'Customers can ask for you in the chat of the shop.'
            : 'Its messages and what you know about the customer appear here.'
        }
      />
    </div>
  )
}
