import { DAY_SECONDS } from '#contract/time.ts'
import { isSigned, readCookie, setCookie, sign } from './cookies.ts'
import type { RequestContext } from './rpc.ts'

// Which campaign's link brought a browser here. Set by the mail module, read when an order is placed.

type CookieContext = Pick<RequestContext, 'config' | 'headers' | 'resHeaders'>

const COOKIE = 'petal_campaign'
const SECONDS = 7 * DAY_SECONDS

/** Signed, so that nobody can count orders for a campaign without having opened its link. */
export const rememberCampaign = (context: CookieContext, id: string) =>
  setCookie(context, COOKIE, `${id}.${sign(context.config, 'campaign', id)}`, SECONDS)

export function rememberedCampaign(context: CookieContext): string | null {
  const [id = '', signature] = readCookie(context, COOKIE)?.split('.') ?? []
  return isSigned(context.config, 'campaign', id, signature) ? id : null
}
