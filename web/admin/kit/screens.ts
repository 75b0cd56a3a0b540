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
  Star,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { Area } from '#contract/rights.ts'

export const TABS = ['All', 'Products', 'Orders', 'Marketing', 'Pages', 'Settings'] as const
export type Tab = (typeof TABS)[number]

export const GROUPS = ['Sell', 'Content', 'Talk', 'Settings'] as const

export type Screen = {
  to: string
  /** Whose it is; contract/rights.ts says which roles have it. */
  area: Area
  /** Who has this area finds it as a part of another screen, and needs no tile. */
  unless?: Area
  name: string
  text: string
  Icon: LucideIcon
  /** Where its tile is on /admin. */
  tab: Exclude<Tab, 'All'>
  /** Where it is in the side navigation. */
  group: (typeof GROUPS)[number]
}

/** The screens of the back office: its tiles, its navigation and what Ctrl-K finds. */
export const SCREENS: readonly Screen[] = [
  {
    to: '/admin/dashboard',
    area: 'figures',
    name: 'Dashboard',
    text: 'Revenue, stock and best sellers at a glance.',
    Icon: ChartNoAxesCombined,
    tab: 'Orders',
    group: 'Sell',
  },
  {
    to: '/admin/products',
    area: 'stock',
    name: 'Products',
    text: 'The catalogue, its pictures, prices and categories.',
    Icon: Package,
    tab: 'Products',
    group: 'Sell',
  },
  {
    to: '/admin/orders',
    area: 'orders',
    name: 'Orders',
    text: 'What was bought, by whom, and where it stands.',
    Icon: ShoppingCart,
    tab: 'Orders',
    group: 'Sell',
  },
  {
    to: '/admin/coupons',
    area: 'coupons',
    name: 'Coupons',
    text: 'Discount codes, their limits and how often they were used.',
    Icon: TicketPercent,
    tab: 'Products',
    group: 'Sell',
  },
  {
    to: '/admin/clover',
    area: 'payment_credentials',
    name: 'Clover Payments',
    text: 'The merchant account that receives card payments.',
    Icon: CreditCard,
    tab: 'Settings',
    group: 'Settings',
  },
  {
    to: '/admin/marketing',
    area: 'marketing',
    name: 'Marketing Emails',
    text: 'Choose recipients, write to them, send.',
    Icon: Mail,
    tab: 'Marketing',
    group: 'Talk',
  },
  {
    to: '/admin/email-templates',
    area: 'mail_texts',
    name: 'Email Templates',
    text: 'Every mail the shop sends, to preview and to test.',
    Icon: MailOpen,
    tab: 'Marketing',
    group: 'Talk',
  },
  {
    to: '/admin/banner',
    area: 'content',
    name: 'Banner',
    text: 'The first thing visitors see on the home page.',
    Icon: Image,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/testimonials',
    area: 'content',
    name: 'Testimonials',
    text: 'Kind words from customers, on the home page.',
    Icon: Quote,
    tab: 'Marketing',
    group: 'Content',
  },
  {
    to: '/admin/before-after',
    area: 'content',
    name: 'Before & After',
    text: 'The gallery of results on the home page.',
    Icon: SquareSplitHorizontal,
    tab: 'Marketing',
    group: 'Content',
  },
  {
    to: '/admin/pages',
    area: 'content',
    name: 'Pages',
    text: 'Texts such as FAQ and policies, and what the bar links to.',
    Icon: FileText,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/settings',
    area: 'settings',
    name: 'Site Settings',
    text: 'Name, contact, opening hours and social links.',
    Icon: Settings,
    tab: 'Settings',
    group: 'Settings',
  },
  {
    to: '/admin/section-backgrounds',
    area: 'settings',
    name: 'Section Backgrounds',
    text: 'Order and colours of the home page sections.',
    Icon: Palette,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/contact-messages',
    area: 'contact',
    name: 'Contact Messages',
    text: 'What visitors wrote through the contact form.',
    Icon: Inbox,
    tab: 'Orders',
    group: 'Talk',
  },
  {
    to: '/admin/chat',
    area: 'chat',
    name: 'Live Chat',
    text: 'Answer customers while they are in the shop.',
    Icon: MessagesSquare,
    tab: 'Orders',
    group: 'Talk',
  },
  {
    to: '/admin/products?tab=reviews',
    area: 'reviews',
    unless: 'stock',
    name: 'Reviews',
    text: 'What customers wrote about products: hide and answer.',
    Icon: Star,
    tab: 'Products',
    group: 'Talk',
  },
  {
    to: '/admin/customers',
    area: 'customers',
    unless: 'orders',
    name: 'Customers',
    text: 'Everybody with an account or an order.',
    Icon: Users,
    tab: 'Orders',
    group: 'Talk',
  },
]
