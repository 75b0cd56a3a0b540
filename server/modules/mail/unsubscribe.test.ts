import { eq } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenConsent, givenMailWorker, mailEnv } from '#server/testing/mail-factories.ts'
import { mail_suppressions, marketing_consents } from '../consent/consent.table.ts'
import { type ConsentChange, recordConsent } from '../consent/index.ts'
import { mails } from './mail.table.ts'
import { refusalOf } from './mail-kinds.ts'
import { unsubscribeLink } from './mail-links.ts'
import { serveUnsubscribe } from './unsubscribe.ts'

let app: FastifyInstance
let worker: Awaited<ReturnType<typeof givenMailWorker>>

beforeAll(async () => {
  const database = await givenDatabase()
  worker = await givenMailWorker(mailEnv(database.url))
  app = fastify()
  const { config, db } = worker
  serveUnsubscribe(app, { config, db, now: () => new Date() } as AppContext)
  await app.ready()
})
afterAll(() => app.close())

const linkOf = (email: string) =>
  unsubscribeLink(worker.config, email).replace(/^https:\/\/[^/]+/, '')

const mayReceive = async (template: string, email: string) =>
  (await refusalOf(worker.db, template, email)) === null

const wantsLetters = (email: string) => mayReceive('promotional', email)

test('opening the link changes nothing; its button does', async () => {
  await givenConsent(worker.db, 'iris@example.com')
  const page = await app.inject({ url: linkOf('iris@example.com') })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Unsubscribe from all')
  expect(page.body).toContain('iris@example.com')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['cache-control']).toBe('no-store')
  expect(await wantsLetters('iris@example.com')).toBe(true)

  const done = await app.inject({
    method: 'POST',
    url: linkOf('iris@example.com'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect(done.statusCode).toBe(200)
  expect(done.body).toContain('You are unsubscribed')
  expect(await wantsLetters('iris@example.com')).toBe(false)
})

test('a mail program unsubscribes with one click, in any encoding, from anywhere, twice', async () => {
  const bodies = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    ],
    [undefined, undefined],
  ] as const
  for (const [n, [type, payload]] of bodies.entries()) {
    const email = `click.${n}@example.com`
    await givenConsent(worker.db, email)
    for (let time = 0; time < 2; time++) {
      const answer = await app.inject({
        method: 'POST',
        url: linkOf(email),
        headers: { origin: 'https://mail.example.net', ...(type && { 'content-type': type }) },
        payload,
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await wantsLetters(email)).toBe(false)
  }
})

test('an unsubscribe needs the token of its address: a missing, wrong, cut or borrowed token changes nothing', async () => {
  await givenConsent(worker.db, 'safe@example.com')
  const good = new URLSearchParams(linkOf('safe@example.com').split('?')[1])
  const token = good.get('token') ?? ''
  const borrowed = new URLSearchParams(linkOf('other@example.com').split('?')[1]).get('token') ?? ''
  for (const wrong of ['', token.slice(1), `${token}x`, borrowed, 'x'.repeat(5000), '\r\n']) {
    const query = new URLSearchParams({ email: 'safe@example.com', token: wrong })
    const answer = await app.inject({ method: 'POST', url: `/unsubscribe?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('This link is not valid')
  }
  for (const query of [
    '',
    'email=safe@example.com',
    `token=${token}`,
    `email=a&email=b&token=${token}`,
  ]) {
    expect((await app.inject({ method: 'POST', url: `/unsubscribe?${query}` })).statusCode).toBe(
      400,
    )
    expect((await app.inject({ url: `/unsubscribe?${query}` })).statusCode).toBe(400)
  }
  expect(await wantsLetters('safe@example.com')).toBe(true)
})

test('an address with markup in it is shown, not run', async () => {
  const { body } = await app.inject({ url: linkOf("o'neil@example.com") })
  expect(body).toContain('o&#39;neil@example.com')
})

test('an address in capitals is the same mailbox', async () => {
  await givenConsent(worker.db, 'upper@example.com')
  await app.inject({ method: 'POST', url: linkOf('Upper@Example.com') })
  expect(await wantsLetters('UPPER@example.com')).toBe(false)
})

const decide = (change: Omit<ConsentChange, 'at'>) =>
  recordConsent(worker.db, { ...change, at: new Date() })

test('the switch of the account turns consent off and on again', async () => {
  const email = 'Switch@example.com'
  await decide({ email, consent: true, source: 'sign-up' })
  expect(await wantsLetters(email)).toBe(true)
  await decide({ email, consent: false, source: 'account' })
  expect(await wantsLetters(email)).toBe(false)
  await decide({ email, consent: true, source: 'account' })
  expect(await wantsLetters(email)).toBe(true)
})

test('a tick at checkout does not undo an unsubscribe, where any address can be typed', async () => {
  const email = 'left@example.com'
  await worker.db.insert(mail_suppressions).values({ email })
  await decide({ email, consent: true, source: 'checkout' })
  expect(await worker.db.$count(marketing_consents, eq(marketing_consents.email, email))).toBe(1)
  expect(await wantsLetters(email)).toBe(false)
})

test('with the account its consent goes, but no opt-out stays behind', async () => {
  const email = 'gone@example.com'
  await givenConsent(worker.db, email)
  await decide({ email, consent: false, source: 'account-deleted' })
  expect(await wantsLetters(email)).toBe(false)
  expect(await worker.db.$count(mail_suppressions, eq(mail_suppressions.email, email))).toBe(0)
})

test('mail about an order needs no consent', async () => {
  expect(await mayReceive('order-shipped', 'left@example.com')).toBe(true)
  expect(await mayReceive('no-such-template', 'left@example.com')).toBe(false)
  expect(await worker.db.select().from(mails)).toEqual([])
})
