import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { Email, Id } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { normalizeAddress } from '../consent/index.ts'

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

// Not the session secret: that may be rotated, and a link in an old mail must still work.
const tokenFor = ({ secrets }: Keys, email: string) =>
  createHmac('sha256', secrets.encryption).update(`unsubscribe:${email}`).digest('base64url')

function queryOf(config: Keys, address: string, campaign_id: string | null | undefined) {
  const email = normalizeAddress(address)
  const query = new URLSearchParams({ email, token: tokenFor(config, email) })
  if (campaign_id) query.set('campaign', campaign_id)
  return query
}

/** The links of a campaign's mail name it, so that its results show who unsubscribed. */
export function pathsFor(config: Keys, address: string, campaign_id?: string | null) {
  const query = queryOf(config, address, campaign_id)
  return { unsubscribe: `/unsubscribe?${query}`, preferences: `/mail-preferences?${query}` }
}

/** For the one-click POST of mail programs (RFC 8058). */
export const unsubscribeLink = (config: Keys, address: string, campaign_id?: string | null) =>
  config.publicUrl + pathsFor(config, address, campaign_id).unsubscribe

/** The link in the footer of marketing mail. */
export const preferencesLink = (config: Keys, address: string, campaign_id?: string | null) =>
  config.publicUrl + pathsFor(config, address, campaign_id).preferences

const LinkQuery = z.object({ email: Email.toLowerCase(), token: z.string().max(100) })

/** The address that the token of a link belongs to. Only a reader of that address has the link. */
export function verifiedAddress(config: Keys, query: unknown) {
  const link = LinkQuery.safeParse(query)
  if (!link.success) return undefined
  const { email, token } = link.data
  return secretMatches(token, hashSecret(tokenFor(config, email))) ? email : undefined
}

const CampaignQuery = z.object({ campaign: Id })

/** Not covered by the token: it only says where a click is counted. */
export const campaignOf = (query: unknown) => CampaignQuery.safeParse(query).data?.campaign
