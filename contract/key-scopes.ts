import type { Area } from './rights.ts'

export const KEY_RIGHTS = ['read', 'write'] as const
export type KeyRight = (typeof KEY_RIGHTS)[number]

/**
 * What an API key can be given. Deny by default: an area that is not here is closed to every key. People, sign-in, keys,
 * payment credentials, backups and ownership would make a key its own owner; settings, mail server and the words of mails
 * decide where links of the shop lead; a chat is between people.
 */
export const KEY_AREAS = {
  orders: KEY_RIGHTS,
  refunds: ['write'],
  products: KEY_RIGHTS,
  stock: KEY_RIGHTS,
  coupons: KEY_RIGHTS,
  customers: ['read'],
  reviews: KEY_RIGHTS,
  contact: KEY_RIGHTS,
  marketing: KEY_RIGHTS,
  content: KEY_RIGHTS,
  figures: ['read'],
} as const satisfies Partial<Record<Area, readonly KeyRight[]>>

export type KeyArea = keyof typeof KEY_AREAS
export type KeyScope = `${KeyArea}:${KeyRight}`

/** Every scope that a key can have: `orders:read`. */
export const KEY_SCOPES = Object.entries(KEY_AREAS).flatMap(([area, rights]) =>
  rights.map((right) => `${area}:${right}` as KeyScope),
)

/** Who may change may also read. */
export function keyAllows(scopes: readonly string[], area: Area, right: KeyRight): boolean {
  if (!Object.hasOwn(KEY_AREAS, area)) return false
  return scopes.includes(`${area}:write`) || (right === 'read' && scopes.includes(`${area}:read`))
}
