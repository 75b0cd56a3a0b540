import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import type { RequestContext } from './rpc.ts'

type CookieContext = Pick<RequestContext, 'config' | 'headers' | 'resHeaders'>

const VISITOR = 'petal_visitor'
const VISITOR_SECONDS = 365 * 86_400

const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

/** `__Host-` prevents other subdomains from setting it; browsers accept it over HTTPS only. */
const fullName = (config: Config, name: string) => (isSecure(config) ? `__Host-${name}` : name)

export function readCookie({ config, headers }: CookieContext, name: string): string | undefined {
  const prefix = `${fullName(config, name)}=`
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((part) => part.startsWith(prefix))
  return cookie?.slice(prefix.length)
}

/** Out of reach of scripts and of other sites. */
export function setCookie(
  { config, resHeaders }: CookieContext,
  name: string,
  value: string,
  seconds: number,
) {
  const secure = isSecure(config) ? '; Secure' : ''
  resHeaders?.append(
    'set-cookie',
    `${fullName(config, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** An HMAC for values that a browser stores for us. `purpose` separates the kinds of values. */
export const sign = (config: Config, purpose: string, value: string) =>
  createHmac('sha256', config.secrets.session).update(`${purpose}:${value}`).digest('base64url')

export function isSigned(config: Config, purpose: string, value: string, given?: string) {
  if (!given) return false
  const expected = Buffer.from(sign(config, purpose, value))
  const candidate = Buffer.from(given)
  return expected.length === candidate.length && timingSafeEqual(expected, candidate)
}

/** A random id that distinguishes browsers behind one network address; a new one is set as a cookie. */
export function visitorId(context: CookieContext): string {
  const [known = '', signature] = readCookie(context, VISITOR)?.split('.') ?? []
  if (isSigned(context.config, 'visitor', known, signature)) return known
  const id = randomUUID()
  setCookie(context, VISITOR, `${id}.${sign(context.config, 'visitor', id)}`, VISITOR_SECONDS)
  return id
}
