import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { readInParts } from '#server/platform/csv.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { csvExports, router } from '#server/router.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  countQueuedMails,
  givenConsent,
  givenMailWorker,
  mailEnv,
  newsletterTo,
  welcomeTo,
} from '#server/testing/mail-factories.ts'
import { givenMailServer } from '#server/testing/smtp.ts'
import { mails } from '../mail/mail.table.ts'
import { refusalOf } from '../mail/mail-kinds.ts'
import { isUnknownRecipient } from '../mail/smtp.ts'
import { declined_mail_kinds, mail_suppressions } from './consent.table.ts'
import { optOut, recordConsent } from './marketing-consent.ts'

const { mail_suppressions: suppressions } = router

let server: Awaited<ReturnType<typeof givenMailServer>>
let worker: Awaited<ReturnType<typeof givenMailWorker>>
let context: RequestContext

beforeAll(async () => {
  const { url } = await givenDatabase()
  server = await givenMailServer()
  worker = await givenMailWorker(mailEnv(url, server.env))
  const { config, db, jobs } = worker
  context = {
    config,
    db,
    jobs,
    now: () => new Date(),
    limits: { count: async () => {} },
    visitor: () => 'test',
    session: async () => ({
      session_id: 's',
      role: 'admin',
      profile: { id: randomUUID(), full_name: 'Ada Keeper', email: 'ada@example.com' },
    }),
  } as unknown as RequestContext
})

const suppressionOf = async (email: string) => {
  const { items } = await call(suppressions.list, { q: email }, { context })
  return items[0]
}

const failed = async (to: string) =>
  vi.waitFor(
    async () => {
      const [mail] = await worker.db.select().from(mails).where(eq(mails.to_address, to))
      expect(mail?.status).toBe('failed')
    },
    { timeout: 30_000 },
  )

const queue = (to: string) =>
  worker.db.transaction((tx) => queueMail(worker.jobs, tx, welcomeTo(to)))

test('each reason why an address gets no marketing mail is named, and the others may get it', async () => {
  await givenConsent(
    worker.db,
    'fan@example.com',
    'left@example.com',
    'gone@example.com',
    'blocked@example.com',
    'choosy@example.com',
  )
  await optOut(worker.db, 'left@example.com', new Date().toISOString())
  await worker.db.insert(mail_suppressions).values([
    { email: 'gone@example.com', reason: 'bounced' },
    { email: 'blocked@example.com', reason: 'blocked' },
  ])
  await worker.db.insert(declined_mail_kinds).values({ email: 'choosy@example.com', kind: 'news' })
  const refusals = async (template: string) =>
    Object.fromEntries(
      await Promise.all(
        ['Fan', 'LEFT', 'gone', 'blocked', 'choosy', 'stranger'].map(async (name) => [
          name,
          await refusalOf(worker.db, template, `${name}@example.com`),
        ]),
      ),
    )
  expect(await refusals('promotional')).toEqual({
    Fan: null,
    LEFT: 'unsubscribed',
    gone: 'bounced',
    blocked: 'blocked',
    choosy: 'declined',
    stranger: 'no-consent',
  })
  expect(await refusals('review-request')).toMatchObject({
    LEFT: 'unsubscribed',
    blocked: 'blocked',
    choosy: null,
    stranger: null,
  })
  expect(new Set(Object.values(await refusals('order-shipped')))).toEqual(new Set([null]))
})

test('an address that a mail server does not know is suppressed with the answer of the server', async () => {
  server.refusals.set('typo@example.com', '5.1.1 no such user here')
  await queue('typo@example.com')
  await failed('typo@example.com')
  await vi.waitFor(async () =>
    expect(await suppressionOf('typo@example.com')).toMatchObject({
      reason: 'bounced',
      note: expect.stringContaining('no such user here'),
    }),
  )
})

test('a refusal because of our own server suppresses nobody', async () => {
  server.refusals.set('fine@example.com', '5.7.1 relaying denied')
  await queue('fine@example.com')
  await failed('fine@example.com')
  expect(await suppressionOf('fine@example.com')).toBeUndefined()

  const answered = (response: string, command = 'RCPT TO') =>
    isUnknownRecipient({ command, responseCode: Number(response.slice(0, 3)), response })
  expect(answered('550 No such user')).toBe(true)
  expect(answered('550-5.1.1 The email account does not exist')).toBe(true)
  expect(answered('550 5.2.1 mailbox disabled')).toBe(true)
  expect(answered('550 5.2.2 mailbox full')).toBe(false)
  expect(answered('550 Relay access denied')).toBe(false)
  expect(answered('554 5.7.1 blocked using a list')).toBe(false)
  expect(answered('451 4.1.1 try later')).toBe(false)
  expect(answered('550 5.1.1 no such user', 'DATA')).toBe(false)
})

test('an admin adds addresses, finds them, and takes one off with a reason that the audit log keeps', async () => {
  const given = { emails: 'One@list.example, two@list.example\nleft@example.com', note: 'Asked us' }
  expect(await call(suppressions.add, given, { context })).toEqual({ added: 2 })
  const page = await call(suppressions.list, { q: 'LIST.example', sort: 'email' }, { context })
  expect(page.items).toMatchObject([
    { email: 'one@list.example', reason: 'blocked', note: 'Asked us' },
    { email: 'two@list.example', reason: 'blocked' },
  ])
  expect(await suppressionOf('left@example.com')).toMatchObject({ reason: 'unsubscribed' })
  const unsubscribed = await call(suppressions.list, { reason: 'unsubscribed' }, { context })
  expect(unsubscribed.items.map(({ email }) => email)).toEqual(['left@example.com'])

  const { id } = page.items[0]!
  await expect(call(suppressions.remove, { id, because: ' ' }, { context })).rejects.toThrow()
  await call(suppressions.remove, { id, because: 'Wrote again' }, { context })
  expect(await suppressionOf('one@list.example')).toBeUndefined()
  await expect(call(suppressions.remove, { id, because: 'x' }, { context })).rejects.toMatchObject({
    code: 'ROW_NOT_FOUND',
  })
  const entries = await worker.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_id, id))
    .orderBy(asc(audit_log.id))
  expect(entries.map(({ action }) => action)).toEqual(['create', 'delete'])
  expect(entries[1]?.before).toMatchObject({ removed_because: 'Wrote again' })
})

test('a wrong address among those added is named, and none is added', async () => {
  const given = { emails: 'ok@list.example, not-an-address', note: '' }
  const refused = call(suppressions.add, given, { context })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await suppressionOf('ok@list.example')).toBeUndefined()
})

test('taking an address off the list gives no consent', async () => {
  const email = 'returned@example.com'
  await givenConsent(worker.db, email)
  await optOut(worker.db, email, new Date().toISOString())
  const { id } = (await suppressionOf(email))!
  await call(suppressions.remove, { id, because: 'Asked by phone' }, { context })
  expect(await refusalOf(worker.db, 'promotional', email)).toBe('no-consent')
})

test('the export has who agreed, when, how, and when that ended', async () => {
  const at = { given: '2026-01-02T03:04:05.000Z', withdrawn: '2026-02-03T04:05:06.000Z' }
  const email = 'record@example.com'
  const change = { email, consent: true, source: 'checkout', at: new Date(at.given) } as const
  await recordConsent(worker.db, change)
  await optOut(worker.db, email, at.withdrawn)
  const rows: Record<string, unknown>[] = []
  await readInParts(worker.db, csvExports.marketing_consents!.rows({}), async (part) => {
    rows.push(...part)
  })
  const record = rows.find((row) => row.email === email)
  expect(record).toMatchObject({ given_by: 'checkout', suppressed_because: 'unsubscribed' })
  expect(new Date(String(record?.given_at)).toISOString()).toBe(at.given)
  expect(new Date(String(record?.withdrawn_at)).toISOString()).toBe(at.withdrawn)
  expect(rows).toHaveLength(
    Number((await worker.db.execute(sql`select count(*) from marketing_consents`)).rows[0]?.count),
  )
})

test('a newsletter to a suppressed address is not even stored', async () => {
  const letters = ['blocked@example.com', 'fan@example.com'].map((to) => newsletterTo(to))
  await worker.db.transaction(async (tx) => {
    for (const letter of letters) await queueMail(worker.jobs, tx, letter)
  })
  await eventually(async () => expect(await countQueuedMails(worker.db)).toBe(0))
  const stored = await worker.db
    .select({ to: mails.to_address })
    .from(mails)
    .where(eq(mails.template, 'promotional'))
  expect(stored).toEqual([{ to: 'fan@example.com' }])
  const sentTo = server.received.flatMap(({ to }) => to)
  expect(sentTo).toContain('fan@example.com')
  expect(sentTo).not.toContain('blocked@example.com')
})
