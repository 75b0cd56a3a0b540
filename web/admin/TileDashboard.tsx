import { Link } from '@tanstack/react-router'
import {
  ChartNoAxesCombined,
  CreditCard,
  FileText,
  Image,
  Inbox,
  type LucideIcon,
  Mail,
  MailOpen,
  MessagesSquare,
  Package,
  Palette,
  Quote,
  Settings,
  ShoppingCart,
  SquareSplitHorizontal,
  TicketPercent,
} from 'lucide-react'
import { useState } from 'react'
import { Tabs } from '../ui/Tabs.tsx'

export const TABS = ['All', 'Products', 'Orders', 'Marketing', 'Pages', 'Settings'] as const
export type Tab = (typeof TABS)[number]

type Tile = {
  to: string
  name: string
  text: string
  Icon: LucideIcon
  tab: Exclude<Tab, 'All'>
}

export const TILES: readonly Tile[] = [
  {
    to: '/admin/dashboard',
    name: 'Dashboard',
    text: 'Revenue, stock and best sellers at a glance.',
    Icon: ChartNoAxesCombined,
    tab: 'Orders',
  },
  {
    to: '/admin/products',
    name: 'Products',
    text: 'The catalogue, its pictures, prices and categories.',
    Icon: Package,
    tab: 'Products',
  },
  {
    to: '/admin/orders',
    name: 'Orders',
    text: 'What was bought, by whom, and where it stands.',
    Icon: ShoppingCart,
    tab: 'Orders',
  },
  {
    to: '/admin/coupons',
    name: 'Coupons',
    text: 'Discount codes, their limits and how often they were used.',
    Icon: TicketPercent,
    tab: 'Products',
  },
  {
    to: '/admin/clover',
    name: 'Clover Payments',
    text: 'The merchant account that receives card payments.',
    Icon: CreditCard,
    tab: 'Settings',
  },
  {
    to: '/admin/marketing',
    name: 'Marketing Emails',
    text: 'Choose recipients, write to them, send.',
    Icon: Mail,
    tab: 'Marketing',
  },
  {
    to: '/admin/email-templates',
    name: 'Email Templates',
    text: 'Every mail the shop sends, to preview and to test.',
    Icon: MailOpen,
    tab: 'Marketing',
  },
  {
    to: '/admin/banner',
    name: 'Banner',
    text: 'The first thing visitors see on the home page.',
    Icon: Image,
    tab: 'Pages',
  },
  {
    to: '/admin/testimonials',
    name: 'Testimonials',
    text: 'Kind words from customers, on the home page.',
    Icon: Quote,
    tab: 'Marketing',
  },
  {
    to: '/admin/before-after',
    name: 'Before & After',
    text: 'The gallery of results on the home page.',
    Icon: SquareSplitHorizontal,
    tab: 'Marketing',
  },
  {
    to: '/admin/pages',
    name: 'Pages',
    text: 'Texts such as FAQ and policies, and what the bar links to.',
    Icon: FileText,
    tab: 'Pages',
  },
  {
    to: '/admin/settings',
    name: 'Site Settings',
    text: 'Name, contact, opening hours and social links.',
    Icon: Settings,
    tab: 'Settings',
  },
  {
    to: '/admin/section-backgrounds',
    name: 'Section Backgrounds',
    text: 'Order and colours of the home page sections.',
    Icon: Palette,
    tab: 'Pages',
  },
  {
    to: '/admin/contact-messages',
    name: 'Contact Messages',
    text: 'What visitors wrote through the contact form.',
    Icon: Inbox,
    tab: 'Orders',
  },
  {
    to: '/admin/chat',
    name: 'Live Chat',
    text: 'Answer customers while they are in the shop.',
    Icon: MessagesSquare,
    tab: 'Orders',
  },
]

const tabs = TABS.map((name) => ({ name, label: name }))

export function TileDashboard() {
  const [tab, setTab] = useState<Tab>('All')
  const tiles = TILES.filter((tile) => tab === 'All' || tile.tab === tab)
  return (
    <div className="page py-10 lg:py-14">
      <header className="mb-8 grid gap-2">
        <h1 className="text-title">Admin Dashboard</h1>
        <p className="text-quiet">Everything it takes to run the shop.</p>
      </header>
      <Tabs label="Areas" tabs={tabs} value={tab} onChange={setTab}>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {tiles.map(({ to, name, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="group flex h-full items-start gap-4 rounded-card border border-line bg-paper p-5 transition-[border-color,box-shadow] hover:border-rose/40 hover:shadow-raised"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-field bg-blush text-rose transition-colors group-hover:bg-rose group-hover:text-on-rose">
                  <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
                </span>
                <span className="grid gap-1">
                  <span className="font-semibold leading-snug">{name}</span>
                  <span className="text-quiet text-sm leading-relaxed">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Tabs>
    </div>
  )
}
