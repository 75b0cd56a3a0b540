import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { Email } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { normalizeAddress } from './marketing-consent.ts'

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

// Not the session secret: that may be rotated, and a link in an old mail must still work.
const tokenFor = ({ secrets }: Keys, email: string) =>
  createHmac('sha256', secrets.encryption).update(`unsubscribe:${email}`).digest('base64url')

function queryOf(config: Keys, address: string) {
  const email = normalizeAddress(address)
  return new URLSearchParams({ email, token: tokenFor(config, email) })
}

export function pathsFor(config: Keys, address: string) {
  const query = queryOf(config, address)
  return { unsubscribe: `/unsubscribe?${query}`, preferences: `/mail-preferences?${query}` }
}

/** For the one-click POST of mail programs (RFC 8058). */
export const unsubscribeLink = (config: Keys, address: string) =>
  config.publicUrl + pathsFor(config, address).unsubscribe

/** The link in the footer of marketing mail. */
export const preferencesLink = (config: Keys, address: string) =>
  config.publicUrl + pathsFor(config, address).preferences

const LinkQuery = z.object({ email: Email.toLowerCase(), token: z.string().max(100) })

/** The address that the token of a link belongs to. Whoever has the link reads the mail of that address. */
export function verifiedAddress(config: Keys, query: unknown) {
  const link = LinkQuery.safeParse(query)
  if (!link.success) return undefined
  const { email, token } = link.data
  return secretMatches(token, hashSecret(tokenFor(config, email))) ? email : undefined
}
