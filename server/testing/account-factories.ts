import { createHmac } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { authOf } from '#server/modules/accounts/auth.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import type { Db } from '#server/platform/database.ts'
import { givenProfile } from './factories.ts'
import { givenClock, givenServer, MERCHANT_ACCOUNT } from './server.ts'

type Shop = Pick<Awaited<ReturnType<typeof givenServer>>, 'url' | 'config' | 'db'>
type Cookies = Map<string, string>
type Reply = { status: number; body: unknown; text: string; headers: Headers }
type Options = { cookies?: Cookies; ip?: string; headers?: Record<string, string> }

/** Lets a test send requests from any address: `givenServer({ env: BEHIND_PROXY })`. */
export const BEHIND_PROXY = { TRUST_PROXY: '1' }

export type Visitor = ReturnType<typeof givenVisitor>

/** A browser: stores cookies, sends our own Origin and JSON. */
export function givenVisitor(shop: Pick<Shop, 'url'>, options: Options = {}) {
  const cookies: Cookies = new Map(options.cookies)

  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(shop.url + path, {
      method,
      headers: {
        origin: shop.url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.ip ? { 'x-forwarded-for': options.ip } : {}),
        ...options.headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    storeCookies(cookies, response.headers.getSetCookie())
    const text = await response.text()
    return { status: response.status, text, body: parsed(text), headers: response.headers }
  }

  return {
    cookies,
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}) => call('POST', path, body),
    signIn: (email: string, password: string) =>
      call('POST', '/api/auth/sign-in/email', { email, password }),
    /** Who is signed in, according to the server. */
    session: async () => (await call('GET', '/api/session')).body as { role: string | null } | null,
  }
}

/** Signed in, without the time that a password takes. */
export async function givenSignedIn(shop: Shop, profile: { id: string }, options: Options = {}) {
  const headers = () => new Headers({ host: new URL(shop.url).host })
  const context = await authOf({ ...shop, headers }).$context
  const { token } = await context.internalAdapter.createSession(profile.id)
  const signature = createHmac('sha256', context.secret).update(token).digest('base64')
  const value = encodeURIComponent(`${token}.${signature}`)
  const cookies = new Map([[context.authCookies.sessionToken.name, value]])
  return givenVisitor(shop, { ...options, cookies })
}

type GivenProfile = Parameters<typeof givenProfile>[1]

/** A server with a movable clock, and people who each come from a network of their own: limits count by network. */
export async function givenAccountsShop() {
  const clock = givenClock()
  const shop = await givenServer({ env: { ...BEHIND_PROXY, ...MERCHANT_ACCOUNT }, now: clock.now })
  let networks = 0
  const nextIp = () => `10.3.${++networks}.1`
  return {
    shop,
    clock,
    nextIp,
    visitor: () => givenVisitor(shop, { ip: nextIp() }),
    /** A customer and her signed-in browser. */
    async givenIris(given: GivenProfile = {}) {
      const profile = await givenProfile(shop.db, given)
      return { profile, iris: await givenSignedIn(shop, profile, { ip: nextIp() }) }
    },
    subjectsTo: async (email: string) =>
      (await mailsTo(shop.db, email)).map(({ subject }) => subject.split(' · ')[0]),
  }
}

function storeCookies(cookies: Cookies, set: string[]) {
  for (const line of set) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    if (gone || !value) cookies.delete(name)
    else cookies.set(name, value)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const mailsTo = (db: Db, address: string) =>
  db.select().from(mails).where(eq(mails.to_address, address)).orderBy(desc(mails.created_at))

/** Waits for the mail and returns the token of its link. */
export async function mailedToken(db: Db, address: string, template: string, nth = 1) {
  const mail = await vi.waitFor(
    async () => {
      const found = (await mailsTo(db, address)).filter((one) => one.template === template)
      if (found.length < nth) throw new Error(`${found.length} mails of ${template} to ${address}`)
      return found[0]
    },
    { timeout: 30_000, interval: 100 },
  )
  const token = /\/(?:reset-password|confirm-email|undo-email-change|invitation)#([\w-]+)/.exec(
    mail?.html ?? '',
  )?.[1]
  if (!token) throw new Error(`No link in the mail ${mail?.subject}`)
  return token
}
