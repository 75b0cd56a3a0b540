/** Who works here. `admin`, the role of the specification, is the owner. */
export const ROLES = ['admin', 'manager', 'fulfilment', 'support', 'content'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Owner',
  manager: 'Manager',
  fulfilment: 'Fulfilment',
  support: 'Support',
  content: 'Content',
}

const OWNER = ['admin'] as const
const MANAGERS = ['admin', 'manager'] as const

/**
 * The areas of the back office and who may use each. Nothing else decides: every procedure, route, screen and
 * notification of the back office names its area, and server and screens ask `mayUse`.
 */
const RIGHTS = {
  /** The second step of the own sign-in. It alone is open to somebody who has to set it up first. */
  own_sign_in: ROLES,
  /** What the whole team sees: the frame of the back office. */
  team: ROLES,
  orders: ['admin', 'manager', 'fulfilment'],
  /** Giving money back, and deciding about a payment in doubt. */
  refunds: MANAGERS,
  stock: ['admin', 'manager', 'fulfilment'],
  products: MANAGERS,
  coupons: MANAGERS,
  /** Reading about customers, and bringing a list of them from another shop. */
  customers: ['admin', 'manager', 'support'],
  reviews: ['admin', 'manager', 'support'],
  chat: ['admin', 'manager', 'support'],
  contact: ['admin', 'manager', 'support'],
  /** Sales and what they are made of. */
  figures: MANAGERS,
  marketing: MANAGERS,
  /** Pages, banner and stories. */
  content: ['admin', 'manager', 'content'],
  mail_texts: ['admin', 'manager', 'content'],
  /** The mail server, and what was sent. */
  mail: MANAGERS,
  settings: MANAGERS,
  /** The audit log. */
  changes: MANAGERS,
  payment_credentials: OWNER,
  backups: OWNER,
  people: OWNER,
  /** Keys and webhooks: what other programs may do and are sent. */
  connections: OWNER,
  /** Whose shop this is: the way from the demo to the own shop. */
  ownership: OWNER,
} as const satisfies Record<string, readonly Role[]>

export type Area = keyof typeof RIGHTS

/** False for somebody who is not of the team. */
export const mayUse = (role: Role | null, area: Area): boolean =>
  role !== null && (RIGHTS[area] as readonly Role[]).includes(role)
