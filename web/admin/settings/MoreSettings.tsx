import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Bell,
  Cable,
  CreditCard,
  Footprints,
  Globe,
  Landmark,
  MessageSquareQuote,
  Percent,
  Rss,
  Server,
  Signpost,
  Truck,
  Undo2,
  UserRoundCog,
  Webhook,
} from 'lucide-react'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { mayOpen } from '../kit/find-screens.ts'
import { IfMay, useRights } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const SCREENS = [
  {
    to: '/admin/texts',
    name: 'Texts and Claims',
    text: "The assistant's answers, consent and policies.",
    Icon: MessageSquareQuote,
  },
  {
    to: '/admin/shop-address',
    name: 'Shop Address',
    text: 'The name that customers type, and the proxies in front.',
    Icon: Globe,
  },
  {
    to: '/admin/mail-server',
    name: 'Mail Server',
    text: 'Where the mail of the shop leaves.',
    Icon: Server,
  },
  {
    to: '/admin/clover',
    name: 'Payment',
    text: 'The merchant account that takes the money.',
    Icon: CreditCard,
  },
  {
    to: '/admin/payment-methods',
    name: 'Payment Methods',
    text: 'Bank transfer and pay on pick-up, beside cards.',
    Icon: Landmark,
  },
  {
    to: '/admin/shipping',
    name: 'Shipping',
    text: 'Where parcels go, how, and what that costs.',
    Icon: Truck,
  },
  {
    to: '/admin/tax',
    name: 'Tax',
    text: 'Sales tax and VAT by place, and what was collected.',
    Icon: Percent,
  },
  {
    to: '/admin/returns',
    name: 'Returns',
    text: 'Whether you take them, and those that wait for you.',
    Icon: Undo2,
  },
  {
    to: '/admin/redirects',
    name: 'Redirects',
    text: 'Old addresses, and where they lead now.',
    Icon: Signpost,
  },
  {
    to: '/admin/product-feed',
    name: 'Product Feed',
    text: 'Products for Google, Meta and Pinterest.',
    Icon: Rss,
  },
  {
    to: '/admin/tracking',
    name: 'Counting and Tracking',
    text: 'Visits, Google Analytics and Meta Pixel.',
    Icon: Footprints,
  },
  {
    to: '/admin/notifications',
    name: 'Notifications',
    text: 'The notifications you get by mail: orders, stock, messages.',
    Icon: Bell,
  },
  {
    to: '/admin/people',
    name: 'People',
    text: 'Colleagues, and what each may do.',
    Icon: UserRoundCog,
  },
  {
    to: '/admin/api-keys',
    name: 'API Keys',
    text: 'What other programs may read and change.',
    Icon: Cable,
  },
  {
    to: '/admin/webhooks',
    name: 'Webhooks',
    text: 'Programs that are called when something happens.',
    Icon: Webhook,
  },
] as const

/** Settings with a screen of their own, and the way back to the set-up guide. */
export function MoreSettings() {
  const may = useRights()
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
      <Card title="More settings">
        <ul className="grid gap-1">
          {SCREENS.filter(({ to }) => mayOpen(to, may)).map(({ to, name, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="-mx-2 flex min-h-11 items-center gap-3 rounded-field px-2 py-1.5 hover:bg-blush"
              >
                <Icon
                  aria-hidden="true"
                  className="size-4.5 shrink-0 text-rose"
                  strokeWidth={1.7}
                />
                <span className="grid">
                  <span className="font-medium text-sm">{name}</span>
                  <span className="text-quiet text-sm">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <IfMay area="ownership">
        <SetupGuideCard />
      </IfMay>
    </div>
  )
}

function SetupGuideCard() {
  const setup = useQuery(api.setup.get.queryOptions())
  const show = useAdminMutation({
    run: () => client.setup.set_hidden({ is_hidden: false }),
    success: 'The guide is on the dashboard again',
    refresh: [api.setup.key()],
  })
  if (!setup.data) {
    const failure = 'Failed to load the set-up guide'
    return <WhenLoaded query={setup} failure={failure} isSmall placeholder={null} />
  }
  const { is_hidden, steps } = setup.data
  const open = steps.filter(({ is_done }) => !is_done).length
  return (
    <Card title="Set-up guide">
      <p className="text-quiet text-sm">
        {open === 0
          ? 'Everything is set up.'
          : `${steps.length - open} of ${steps.length} steps are done.`}
        {open > 0 && is_hidden && ' It is hidden.'}
      </p>
      {open > 0 && is_hidden && (
        <Button
          look="outline"
          size="small"
          className="mt-3"
          busy={show.isPending}
          onClick={() => show.mutate()}
        >
          Show it on the dashboard
        </Button>
      )}
      {open > 0 && !is_hidden && (
        <p className="mt-3">
          <Link to="/admin" className="text-rose text-sm underline underline-offset-4">
            Go on with it
          </Link>
        </p>
      )}
    </Card>
  )
}
