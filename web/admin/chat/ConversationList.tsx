import { clsx } from 'clsx'
import { MessagesSquare } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ChatAgent, ChatConversation } from '#contract/chat-desk.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { ShopLink } from '../kit/AdminPage.tsx'
import { FilterSelect, FilterSwitch, PageButtons, SearchBox } from '../kit/ListControls.tsx'
import type { List } from '../kit/list.ts'
import { FailedLoad, FirstLoad } from '../kit/WhenLoaded.tsx'
import type { TypingMark } from './desk.ts'
import { MomentOrDay, OnlineDot } from './parts.tsx'

type ConversationListProps = {
  list: List<ChatConversation>
  selected: string | null
  agents: readonly ChatAgent[]
  typing: readonly TypingMark[]
  onSelect: (id: string) => void
}

export function ConversationList({ list, selected, onSelect, ...live }: ConversationListProps) {
  const me = useSession().profile?.id
  const rows = list.data?.items ?? []
  return (
    <section
      aria-label="Conversations"
      className="flex h-[600px] min-w-0 flex-col overflow-hidden rounded-card border border-line bg-paper"
    >
      <div className="grid gap-2 border-line border-b p-3">
        <SearchBox list={list} label="Search conversations" />
        <div className="flex flex-wrap gap-2">
          <FilterSelect
            list={list}
            name="status"
            label="Status"
            options={[
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ]}
          />
          <FilterSwitch list={list} name="unread" label="Unread" />
        </div>
      </div>
      <div
        className={clsx('relative min-h-0 flex-1 overflow-y-auto', list.isStale && 'opacity-60')}
      >
        {!list.data && !list.error && (
          <FirstLoad failure="Failed to load conversations">
            <LoadingRows />
          </FirstLoad>
        )}
        {!list.data && list.error && (
          <FailedLoad
            failure="Failed to load conversations"
            error={list.error}
            failedAt={list.failedAt}
            onRetry={list.retry}
          />
        )}
        {list.data && rows.length === 0 && <NoRows list={list} />}
        {rows.length > 0 && (
          <ul onKeyDown={moveBetweenRows} className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>
                <Row
                  conversation={row}
                  isSelected={row.id === selected}
                  isTyping={isTypingIn(row, live.typing)}
                  agents={live.agents.filter(
                    (agent) => agent.conversation_id === row.id && agent.id !== me,
                  )}
                  onSelect={() => onSelect(row.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Pages list={list} />
    </section>
  )
}

const isTypingIn = ({ id }: ChatConversation, typing: readonly TypingMark[]) =>
  typing.some((mark) => mark.conversation_id === id && mark.agent === null)

type RowProps = {
  conversation: ChatConversation
  isSelected: boolean
  isTyping: boolean
  agents: readonly ChatAgent[]
  onSelect: () => void
}

function Row({ conversation, isSelected, isTyping, agents, onSelect }: RowProps) {
  const { customer_name, customer_online, status, unread_count, updated_at } = conversation
  const isUnread = unread_count > 0
  return (
    <button
      type="button"
      data-conversation={conversation.id}
      aria-current={isSelected || undefined}
      onClick={onSelect}
      className="grid w-full gap-1 px-4 py-3 text-left text-sm -outline-offset-2 transition-colors hover:bg-blush/50 aria-[current]:bg-blush"
    >
      <span className="flex min-w-0 items-center gap-2">
        <OnlineDot isOnline={customer_online}>{customer_online ? 'Online: ' : 'Away: '}</OnlineDot>
        <bdi
          className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : 'font-medium')}
        >
          {customer_name}
        </bdi>
        <span className="shrink-0 text-quiet text-xs tabular-nums">
          <MomentOrDay iso={updated_at} />
        </span>
      </span>
      <span className="flex min-w-0 items-center gap-2 text-quiet">
        <span className={clsx('min-w-0 flex-1 truncate', isUnread && 'text-ink')}>
          {isTyping ? 'Customer is typing...' : lastLine(conversation)}
        </span>
        {isUnread && (
          <span className="min-w-5 shrink-0 rounded-full bg-rose px-1.5 text-center font-semibold text-on-rose text-xs leading-5 tabular-nums">
            {unread_count}
            <span className="sr-only"> unread</span>
          </span>
        )}
        {status === 'closed' && <Badge>Closed</Badge>}
      </span>
      {agents.length > 0 && (
        <span className="truncate text-quiet text-xs">
          {agents.map(({ name }) => name).join(', ')} {agents.length === 1 ? 'is' : 'are'} here
        </span>
      )}
    </button>
  )
}

function lastLine({ last_message, last_sender_type, answered_by }: ChatConversation) {
  if (last_message === null) return 'No messages yet'
  if (last_sender_type === 'customer') return last_message
  return `${answered_by ?? 'Support'}: ${last_message}`
}

/** Arrow keys, Home and End go through the list. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll('button')]
  const position = rows.indexOf(event.target as HTMLButtonElement)
  const next = {
    ArrowDown: position + 1,
    ArrowUp: position - 1,
    Home: 0,
    End: rows.length - 1,
  }[event.key]
  if (next === undefined || !rows[next]) return
  event.preventDefault()
  rows[next].focus()
}

function NoRows({ list }: { list: List<ChatConversation> }) {
  if (list.isFiltered) {
    return (
      <EmptyState
        title="No conversations match"
        action={
          <Button look="outline" onClick={list.clear}>
            Clear filters
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden="true" strokeWidth={1.5} />}
      title="No conversations yet"
      text="When a customer asks for live support, the conversation appears here by itself."
      action={<ShopLink to="/">Open the shop</ShopLink>}
    />
  )
}

function Pages({ list }: { list: List<ChatConversation> }) {
  if (!list.data || list.data.total <= list.data.per_page) return null
  const { page, per_page, total, items } = list.data
  const first = (page - 1) * per_page + 1
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-2 border-line border-t px-3 py-2 text-quiet text-sm tabular-nums"
    >
      <span className="flex-1">
        {first}–{first + items.length - 1} of {total}
      </span>
      <PageButtons list={list} />
    </nav>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-px">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 7 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={n} className="h-17 rounded-none" />
      ))}
    </div>
  )
}
