import { createHmac, randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import { DAY_SECONDS } from '#contract/time.ts'
import type { Config } from './config.ts'
import type { RequestContext } from './rpc.ts'
import { isSameSecret } from './secrets.ts'

export type AddressContext = Pick<RequestContext, 'config' | 'headers'>
type CookieContext = AddressContext & Pick<RequestContext, 'resHeaders'>

const VISITOR = 'petal_visitor'
const VISITOR_SECONDS = 365 * DAY_SECONDS

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

const isLocalName = ({ hostname }: URL) => LOCAL_NAMES.includes(hostname)

/**
 * The address that the browser uses for this request. One from the environment is the only one. One that an admin
 * saved is not: after saving it, the admin stays on the address in use, which without TLS can only be local.
 */
function addressInUse({ config, headers }: AddressContext): URL {
  const host = headers().get('host') ?? ''
  const saved = new URL(config.publicUrl)
  const isSaved = config.isGiven.publicUrl || host === saved.host
  if (isSaved || !URL.canParse(`https://${host}`)) return saved
  const local = new URL(`http://${host}`)
  return isLocalName(local) ? local : new URL(`https://${host}`)
}

/** Only localhost may do without TLS. */
export function needsSecureCookies(context: AddressContext) {
  const address = addressInUse(context)
  return address.protocol !== 'http:' || !isLocalName(address)
}

/** `__Host-` prevents other subdomains from setting it; browsers accept it over HTTPS only. */
export const cookieName = (secure: boolean, name: string) => (secure ? `__Host-${name}` : name)

export function readCookie(context: AddressContext, name: string): string | undefined {
  const cookies = parseCookie(context.headers().get('cookie') ?? '')
  return cookies[cookieName(needsSecureCookies(context), name)]
}

/** Out of reach of scripts and of other sites. */
export function setCookie(context: CookieContext, name: string, value: string, seconds: number) {
  const secure = needsSecureCookies(context)
  context.resHeaders?.append(
    'set-cookie',
    `${cookieName(secure, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}

/** An HMAC for values that a browser stores for us. `purpose` separates the kinds of values. */
export const sign = (config: Config, purpose: string, value: string) =>
  createHmac('sha256', config.secrets.session).update(`${purpose}:${value}`).digest('base64url')

export const isSigned = (config: Config, purpose: string, value: string, given?: string) =>
  Boolean(given) && isSameSecret(given ?? '', sign(config, purpose, value))

/** A random id that distinguishes browsers behind one network address; a new one is set as a cookie. */
export function visitorId(context: CookieContext): string {
  const [known = '', signature] = readCookie(context, VISITOR)?.split('.') ?? []
  if (isSigned(context.config, 'visitor', known, signature)) return known
  const id = randomUUID()
  setCookie(context, VISITOR, `${id}.${sign(context.config, 'visitor', id)}`, VISITOR_SECONDS)
  return id
}
