import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatConversationDetail } from '#contract/chat-desk.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { CustomerLink, OrderLink, StatusBadge, textLink } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Page and cart have no event of their own. */
const CONTEXT_CHECK_MS = 15_000
const SHOWN_ORDERS = 5

/** What helps to answer: who it is, the orders, and what the customer's browser shows. */
export function CustomerPanel({ id }: { id: string }) {
  const query = useQuery({
    ...api.chat_conversations.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data?.customer_online ? CONTEXT_CHECK_MS : false),
  })
  const placeholder = <Skeleton className="h-72" />
  return (
    <WhenLoaded
      query={query}
      failure="Failed to load the customer"
      isSmall
      placeholder={placeholder}
    >
      {(conversation) => (
        <div className="grid grid-cols-1 content-start gap-5 text-sm">
          <Identity conversation={conversation} />
          <Orders conversation={conversation} />
          <Context context={conversation.context} />
        </div>
      )}
    </WhenLoaded>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium font-sans text-quiet text-xs tracking-normal">{title}</h3>
      {children}
    </section>
  )
}

/** Anybody can type any address, so only an account proves who it is. */
function Identity({ conversation }: { conversation: ChatConversationDetail }) {
  const { user_id, customer_name, customer_email, created_at } = conversation
  return (
    <Part title="Customer">
      <p className="grid grid-cols-1 gap-0.5 [overflow-wrap:anywhere]">
        {user_id ? (
          <CustomerLink user_id={user_id} email={customer_email} name={customer_name} />
        ) : (
          <bdi className="font-medium">{customer_name}</bdi>
        )}
        <span className="text-quiet">{customer_email}</span>
        <span className="text-quiet">
          Since <LocalTime iso={created_at} withTime />
        </span>
      </p>
      {user_id ? (
        <p className="flex items-center gap-1.5 text-leaf text-xs">
          <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
          Signed in to an account
        </p>
      ) : (
        <p className="flex gap-1.5 text-honey text-xs">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          Not signed in: anybody could have typed this address. Check before you speak about an
          order.
        </p>
      )}
    </Part>
  )
}

function Orders({ conversation }: { conversation: ChatConversationDetail }) {
  const formatMoney = useMoney()
  const customer = conversation.user_id ?? conversation.customer_email
  const orders = useQuery(api.customers.orders.queryOptions({ input: { key: customer } }))
  return (
    <Part title={conversation.user_id ? 'Orders' : 'Guest orders with this address'}>
      <WhenLoaded
        query={orders}
        failure="Failed to load orders"
        isSmall
        placeholder={<Skeleton className="h-16" />}
      >
        {({ items, total }) => (
          <>
            {total === 0 && <p className="text-quiet">None.</p>}
            <ul className="grid grid-cols-1 gap-2.5">
              {items.slice(0, SHOWN_ORDERS).map((order) => (
                <li key={order.id} className="grid grid-cols-1 gap-0.5">
                  <span className="flex flex-wrap items-center gap-2">
                    <OrderLink id={order.id} />
                    <StatusBadge status={order.status} />
                    <span className="ml-auto tabular-nums">{formatMoney(order.total)}</span>
                  </span>
                  <span className="truncate text-quiet text-xs">
                    {order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
                  </span>
                </li>
              ))}
            </ul>
            {total > SHOWN_ORDERS && (
              <IfMay area="orders">
                <Link to="/admin/orders" search={{ customer }} className={textLink}>
                  All {total} orders
                </Link>
              </IfMay>
            )}
          </>
        )}
      </WhenLoaded>
    </Part>
  )
}

function Context({ context }: { context: ChatConversationDetail['context'] }) {
  const formatMoney = useMoney()
  if (!context) return null
  const { page, cart, sent_at } = context
  // What a browser says may be anything: only a path of this shop becomes a link.
  const isPath = /^\/(?![/\\])/.test(page.path)
  const title = page.title || page.path
  return (
    <Part title="On the customer's screen">
      <p className="[overflow-wrap:anywhere]">
        {isPath ? (
          <a href={page.path} target="_blank" rel="noreferrer" className={textLink}>
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      <h4 className="mt-1 font-medium font-sans text-quiet text-xs tracking-normal">Cart</h4>
      {cart.length === 0 && <p className="text-quiet">Empty.</p>}
      <ul className="grid grid-cols-1 gap-2">
        {cart.map(({ id, name, price, quantity, image_url }) => (
          <li key={id} className="flex items-center gap-2">
            <Picture
              src={image_url}
              alt=""
              sizes="32px"
              className="size-8 shrink-0 rounded-md object-cover"
            />
            <span className="min-w-0 flex-1 truncate">
              {quantity} × {name}
            </span>
            <span className="text-quiet tabular-nums">{formatMoney(price)}</span>
          </li>
        ))}
      </ul>
      <p className="text-quiet text-xs">
        As the customer's browser says, <LocalTime iso={sent_at} withTime />. Not checked.
      </p>
    </Part>
  )
}
