import { eq } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenConsent, givenMailWorker, mailEnv } from '#server/testing/mail-factories.ts'
import { givenClock } from '#server/testing/server.ts'
import { mail_suppressions } from '../consent/consent.table.ts'
import { MAIL_KINDS, optOut, recordConsent, standingOf } from '../consent/index.ts'
import { preferencesLink } from './mail-links.ts'
import { serveMailPreferences } from './mail-preferences.ts'
import { serveUnsubscribe } from './unsubscribe.ts'

let app: FastifyInstance
let worker: Awaited<ReturnType<typeof givenMailWorker>>
const clock = givenClock()

beforeAll(async () => {
  worker = await givenMailWorker(mailEnv((await givenDatabase()).url))
  const { config, db } = worker
  const context = { config, db, now: clock.now } as AppContext
  app = fastify()
  serveUnsubscribe(app, context)
  serveMailPreferences(app, context)
  await app.ready()
})
afterAll(() => app.close())

const linkOf = (email: string) =>
  preferencesLink(worker.config, email).replace(/^https:\/\/[^/]+/, '')

const choose = (url: string, ...kinds: string[]) => {
  clock.advance({ seconds: 1 })
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(kinds.map((kind) => ['kind', kind])).toString(),
  })
}

const wanted = async (email: string) => {
  const standing = await standingOf(worker.db, email)
  return MAIL_KINDS.filter((kind) => standing[kind].refusal === null)
}

const switchedOn = (html: string) =>
  [...html.matchAll(/value="([\w-]+)"[^>]* checked/g)].map(([, kind]) => kind)

test('the page shows what an address gets, and opening it changes nothing', async () => {
  const email = 'guest@example.com'
  const page = await app.inject({ url: linkOf(email) })
  expect(page.statusCode).toBe(200)
  expect(switchedOn(page.body)).toEqual(['back-in-stock', 'review-requests'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).not.toContain('<script')
  await givenConsent(worker.db, email)
  expect(switchedOn((await app.inject({ url: linkOf(email) })).body)).toHaveLength(4)
})

test('each kind is switched by itself', async () => {
  const email = 'choosy@example.com'
  await givenConsent(worker.db, email)
  const saved = await choose(linkOf(email), 'reminders', 'review-requests')
  expect(saved.statusCode).toBe(200)
  expect(saved.body).toContain('Your choice is saved')
  expect(switchedOn(saved.body)).toEqual(['reminders', 'review-requests'])
  expect(await wanted(email)).toEqual(['reminders', 'review-requests'])

  await choose(linkOf(email), 'news')
  expect(await wanted(email)).toEqual(['news'])
})

test('nothing wanted is an unsubscribe, which the same page undoes', async () => {
  const email = 'back@example.com'
  await givenConsent(worker.db, email)
  const none = await choose(linkOf(email))
  expect(none.body).toContain('We send no marketing mail to')
  expect(await wanted(email)).toEqual([])
  expect((await standingOf(worker.db, email)).news.refusal).toBe('unsubscribed')
  // A tick at checkout, where any address can be typed, does not undo it; the page that the mail opens does.
  await recordConsent(worker.db, { email, consent: true, source: 'checkout', at: clock.now() })
  expect(await wanted(email)).toEqual([])
  await choose(linkOf(email), 'news', 'reminders')
  expect(await wanted(email)).toEqual(['news', 'reminders'])
})

test('an address that the shop blocked, or that bounced, cannot be switched on again by its link', async () => {
  for (const reason of ['blocked', 'bounced'] as const) {
    const email = `${reason}@example.com`
    await worker.db.insert(mail_suppressions).values({ email, reason })
    const page = await app.inject({ url: linkOf(email) })
    expect(page.body).not.toContain('<form')
    await choose(linkOf(email), 'news')
    expect(await wanted(email)).toEqual([])
    // Nor by an unsubscribe, which could be undone; but that one holds when the shop takes its own reason back.
    await optOut(worker.db, email, clock.now().toISOString())
    await choose(linkOf(email), 'news')
    expect((await standingOf(worker.db, email)).news.refusal).toBe(reason)
    await optOut(worker.db, email, clock.now().toISOString())
    await worker.db.delete(mail_suppressions).where(eq(mail_suppressions.email, email))
    expect(await wanted(email)).toEqual([])
  }
})

test('a missing, wrong, cut or borrowed token changes nothing; nor do unknown kinds or other bodies', async () => {
  const email = 'safe@example.com'
  await givenConsent(worker.db, email)
  const token = new URLSearchParams(linkOf(email).split('?')[1]).get('token') ?? ''
  const borrowed = new URLSearchParams(linkOf('other@example.com').split('?')[1]).get('token') ?? ''
  for (const wrong of ['', token.slice(1), `${token}x`, borrowed, 'x'.repeat(5000), '\r\n']) {
    const url = `/mail-preferences?${new URLSearchParams({ email, token: wrong })}`
    expect((await choose(url)).statusCode).toBe(400)
    expect((await app.inject({ url })).statusCode).toBe(400)
  }
  const json = await app.inject({
    method: 'POST',
    url: linkOf(email),
    headers: { 'content-type': 'application/json' },
    payload: '{"kind":[]}',
  })
  expect(json.statusCode).toBeGreaterThanOrEqual(400)
  const noBody = await app.inject({ method: 'POST', url: linkOf(email) })
  expect(noBody.statusCode).toBe(400)
  expect(await wanted(email)).toHaveLength(4)

  await choose(linkOf(email), 'news', 'order-mails', '__proto__')
  expect(await wanted(email)).toEqual(['news'])
})

test('who changes the choice without end is asked to wait', async () => {
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await choose(linkOf('loop@example.com'), 'news'))
  expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(answers[30]?.statusCode).toBe(429)
  clock.advance({ minutes: 11 })
  expect((await choose(linkOf('loop@example.com'), 'news')).statusCode).toBe(200)
})
