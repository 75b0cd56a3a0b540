import {
  BookOpen,
  ChartNoAxesCombined,
  CreditCard,
  DatabaseBackup,
  FileText,
  Globe,
  History,
  Image,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  MailOpen,
  MailX,
  MessageSquareQuote,
  MessagesSquare,
  Package,
  Palette,
  Quote,
  ScrollText,
  Send,
  Server,
  Settings,
  ShoppingCart,
  SquareSplitHorizontal,
  TicketPercent,
  Users,
} from 'lucide-react'

export const TABS = ['All', 'Products', 'Orders', 'Marketing', 'Pages', 'Settings'] as const
export type Tab = (typeof TABS)[number]

export const GROUPS = ['Sell', 'Content', 'Talk', 'Settings'] as const

export type Screen = {
  to: string
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
    name: 'Dashboard',
    text: 'Revenue, stock and best sellers at a glance.',
    Icon: ChartNoAxesCombined,
    tab: 'Orders',
    group: 'Sell',
  },
  {
    to: '/admin/products',
    name: 'Products',
    text: 'The catalogue, its pictures, prices and categories.',
    Icon: Package,
    tab: 'Products',
    group: 'Sell',
  },
  {
    to: '/admin/orders',
    name: 'Orders',
    text: 'What was bought, by whom, and where it stands.',
    Icon: ShoppingCart,
    tab: 'Orders',
    group: 'Sell',
  },
  {
    to: '/admin/coupons',
    name: 'Coupons',
    text: 'Discount codes, their limits and how often they were used.',
    Icon: TicketPercent,
    tab: 'Products',
    group: 'Sell',
  },
  {
    to: '/admin/clover',
    name: 'Clover Payments',
    text: 'The merchant account that receives card payments.',
    Icon: CreditCard,
    tab: 'Settings',
    group: 'Settings',
  },
  {
    to: '/admin/marketing',
    name: 'Marketing Emails',
    text: 'Choose recipients, write to them, send.',
    Icon: Mail,
    tab: 'Marketing',
    group: 'Talk',
  },
  {
    to: '/admin/email-templates',
    name: 'Email Templates',
    text: 'Every mail the shop sends, to preview and to test.',
    Icon: MailOpen,
    tab: 'Marketing',
    group: 'Talk',
  },
  {
    to: '/admin/banner',
    name: 'Banner',
    text: 'The first thing visitors see on the home page.',
    Icon: Image,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/testimonials',
    name: 'Testimonials',
    text: 'Kind words from customers, on the home page.',
    Icon: Quote,
    tab: 'Marketing',
    group: 'Content',
  },
  {
    to: '/admin/before-after',
    name: 'Before & After',
    text: 'The gallery of results on the home page.',
    Icon: SquareSplitHorizontal,
    tab: 'Marketing',
    group: 'Content',
  },
  {
    to: '/admin/pages',
    name: 'Pages',
    text: 'Texts such as FAQ and policies, and what the bar links to.',
    Icon: FileText,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/settings',
    name: 'Site Settings',
    text: 'Name, contact, opening hours and social links.',
    Icon: Settings,
    tab: 'Settings',
    group: 'Settings',
  },
  {
    to: '/admin/section-backgrounds',
    name: 'Section Backgrounds',
    text: 'Order and colours of the home page sections.',
    Icon: Palette,
    tab: 'Pages',
    group: 'Content',
  },
  {
    to: '/admin/contact-messages',
    name: 'Contact Messages',
    text: 'What visitors wrote through the contact form.',
    Icon: Inbox,
    tab: 'Orders',
    group: 'Talk',
  },
  {
    to: '/admin/chat',
    name: 'Live Chat',
    text: 'Answer customers while they are in the shop.',
    Icon: MessagesSquare,
    tab: 'Orders',
    group: 'Talk',
  },
]

type OtherScreen = Pick<Screen, 'to' | 'name' | 'text' | 'Icon'> & {
  /** The address of the screen that leads to it; the side navigation marks that one. */
  parent?: string
}

/** Without a tile: other screens lead to them, and Ctrl-K finds them. */
export const OTHER_SCREENS: readonly OtherScreen[] = [
  {
    to: '/admin/marketing?tab=campaigns',
    name: 'Campaigns',
    text: 'Marketing mails that were sent or are planned, their progress and results.',
    Icon: Send,
  },
  {
    to: '/admin/mails',
    name: 'Delivery Log',
    text: 'Every mail of the shop: sent, waiting, failed.',
    Icon: ScrollText,
    parent: '/admin/email-templates',
  },
  {
    to: '/admin/suppressions',
    name: 'Suppression List',
    text: 'Addresses that get no marketing mail.',
    Icon: MailX,
    parent: '/admin/email-templates',
  },
  {
    to: '/admin/mail-server',
    name: 'Mail Server',
    text: 'SMTP server, sender and DKIM.',
    Icon: Server,
    parent: '/admin/email-templates',
  },
  {
    to: '/admin/shop-address',
    name: 'Shop Address',
    text: 'The name that customers type, TLS and proxies.',
    Icon: Globe,
    parent: '/admin/settings',
  },
  {
    to: '/admin/texts',
    name: 'Texts and Claims',
    text: "The assistant's answers, consent and policies.",
    Icon: MessageSquareQuote,
    parent: '/admin/settings',
  },
  {
    to: '/admin/customers',
    name: 'Customers',
    text: 'Everybody with an account or an order.',
    Icon: Users,
    parent: '/admin/orders',
  },
  {
    to: '/admin/backups',
    name: 'Backups',
    text: 'Daily backups, to download and to restore from.',
    Icon: DatabaseBackup,
    parent: '/admin/settings',
  },
  {
    to: '/admin/make-it-mine',
    name: 'Make It Mine',
    text: 'Turn the demo into your own shop.',
    Icon: KeyRound,
    parent: '/admin/settings',
  },
  {
    to: '/admin/changes',
    name: 'Changes',
    text: 'What administrators changed: the audit log.',
    Icon: History,
  },
  {
    to: '/admin/guide',
    name: 'Guide',
    text: 'How to run your shop, task by task: help and search.',
    Icon: BookOpen,
  },
]

/** The item of the side navigation that an address belongs to. */
export function navigationItem(pathname: string): string | undefined {
  const screens: readonly OtherScreen[] = [...SCREENS, ...OTHER_SCREENS]
  const screen = screens.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return screen?.parent ?? screen?.to
}
