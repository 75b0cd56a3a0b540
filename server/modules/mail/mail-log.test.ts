import { call } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailQuery } from '#contract/mail.ts'
import { migrate } from '#server/platform/migrate.ts'
import { type MailRequest, queueMail } from '#server/platform/outgoing-mail.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  givenConsent,
  givenMailWorker,
  mailEnv,
  newsletterTo,
  welcomeTo,
} from '#server/testing/mail-factories.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { mail_suppressions } from '../consent/consent.table.ts'
import { mailsRouter } from './mail.router.ts'
import { mails } from './mail.table.ts'

type Worker = Awaited<ReturnType<typeof givenMailWorker>>

let env: Record<string, string>
let server: Awaited<ReturnType<typeof givenMailServer>>
/** Without, and later with, a mail server. */
let worker: Worker

beforeAll(async () => {
  const { url } = await givenDatabase()
  server = await givenMailServer()
  env = mailEnv(url)
  worker = await givenMailWorker(env)
})
afterAll(() => worker.stop())

const asAdmin = ({ config, db, jobs }: Worker) => ({
  context: {
    config,
    db,
    jobs,
    now: () => new Date(),
    session: async () => ({ role: 'admin' }),
  } as unknown as RequestContext,
})

const mailTo = async (to: string) => {
  const [mail] = await worker.db.select().from(mails).where(eq(mails.to_address, to))
  if (!mail) throw new Error(`No mail to ${to}`)
  return mail
}

const becomes = (to: string, status: string) =>
  eventually(async () => expect((await mailTo(to)).status).toBe(status))

const queue = (mail: MailRequest) => queueMail(worker.jobs, worker.db, mail)

test('without a mail server a mail is stored, readable, and not called sent', async () => {
  await queue(
    welcomeTo('stored@example.com', {
      attachments: [{ filename: 'a.pdf', type: 'application/pdf', content_base64: 'YQ==' }],
    }),
  )
  await queue({
    template: 'password-reset',
    to: 'reset@example.com',
    data: { resetLink: '/auth?reset=only-way-in' },
    cause: 'reset:stored',
  })
  await becomes('stored@example.com', 'stored')
  await becomes('reset@example.com', 'stored')
  const { id } = await mailTo('stored@example.com')
  const shown = await call(mailsRouter.get, { id }, asAdmin(worker))
  expect(shown).toMatchObject({ status: 'stored', sent_at: null, attempts: 0 })
  expect(shown.html).toContain('Welcome')
  expect(shown.attachments).toEqual([{ filename: 'a.pdf', type: 'application/pdf' }])
  // Where no mail leaves, the back worker is the only way to a reset link.
  const reset = await mailTo('reset@example.com')
  const { html } = await call(mailsRouter.get, { id: reset.id }, asAdmin(worker))
  expect(html).toContain('only-way-in')
  await expect(call(mailsRouter.resend, { id }, asAdmin(worker))).rejects.toMatchObject({
    code: 'NO_MAIL_SERVER',
    status: 409,
  })
  await worker.stop()
})

test('once there is a mail server a stored mail can be sent, and two clicks send one', async () => {
  worker = await givenMailWorker({ ...env, ...server.env })
  const { id } = await mailTo('stored@example.com')
  const clicks = await Promise.allSettled(
    Array.from({ length: 5 }, () => call(mailsRouter.resend, { id }, asAdmin(worker))),
  )
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await becomes('stored@example.com', 'sent')
  expect(server.received.filter(({ to }) => to.includes('stored@example.com'))).toHaveLength(1)
  expect(server.received[0]?.raw).toContain('filename=a.pdf')
})

test('a mail that was sent goes out again as a mail of its own', async () => {
  const { id } = await mailTo('stored@example.com')
  const again = await call(mailsRouter.resend, { id }, asAdmin(worker))
  expect(again).toMatchObject({ status: 'waiting', to_address: 'stored@example.com' })
  expect(again.id).not.toBe(id)
  await eventually(() => expect(server.received).toHaveLength(2))
  const ids = server.received.map((mail) => headerOf(mail, 'message-id'))
  expect(new Set(ids).size).toBe(2)
})

test('a mail with a personal link is neither shown nor repeated once it was sent', async () => {
  const { id } = await mailTo('reset@example.com')
  await call(mailsRouter.resend, { id }, asAdmin(worker))
  await becomes('reset@example.com', 'sent')
  const shown = await call(mailsRouter.get, { id }, asAdmin(worker))
  expect(JSON.stringify(shown)).not.toContain('only-way-in')
  await expect(call(mailsRouter.resend, { id }, asAdmin(worker))).rejects.toMatchObject({
    code: 'TEXT_ERASED',
  })
})

test('a newsletter is not sent again to a reader who unsubscribed', async () => {
  await givenConsent(worker.db, 'left@example.com')
  await queue(newsletterTo('left@example.com'))
  await becomes('left@example.com', 'sent')
  await worker.db.insert(mail_suppressions).values({ email: 'left@example.com' })
  const before = server.received.length
  const { id } = await mailTo('left@example.com')
  const again = await call(mailsRouter.resend, { id }, asAdmin(worker))
  await eventually(async () => {
    const mail = await call(mailsRouter.get, { id: again.id }, asAdmin(worker))
    expect(mail).toMatchObject({ status: 'failed', error: 'Unsubscribed from marketing mail' })
  })
  expect(server.received).toHaveLength(before)
})

test('the list is newest first, by status, by part of an address, in pages', async () => {
  const filler = Array.from({ length: 60 }, (_, n) => ({
    template: 'welcome',
    to_address: `list_${n}@example.com`,
    subject: 'Hello',
    html: '',
    text: '',
    status: n % 2 ? ('failed' as const) : ('sent' as const),
    created_at: new Date(Date.UTC(2030, 0, 1, 0, n)).toISOString(),
  }))
  await worker.db.insert(mails).values(filler)
  const list = (input: MailQuery) => call(mailsRouter.list, input, asAdmin(worker))

  const first = await list({})
  expect(first).toMatchObject({ page: 1, per_page: 25 })
  expect(first.total).toBeGreaterThan(60)
  expect(first.items).toHaveLength(25)
  expect(first.items[0]?.to_address).toBe('list_59@example.com')
  expect(first.items[0]).not.toHaveProperty('html')
  const second = await list({ page: 2 })
  expect(second.items.map(({ id }) => id)).not.toContain(first.items[24]?.id)

  const failed = await list({ status: 'failed', q: 'LIST_' })
  expect(failed.total).toBe(30)
  expect((await list({ q: 'list_1@' })).items).toHaveLength(1)
  expect((await list({ q: 'hELLo', status: 'sent' })).total).toBe(30)
  expect((await list({ template: 'welcome', q: 'list_', sort: 'to_address' })).total).toBe(60)
  expect((await list({ q: '%' })).items).toHaveLength(0)
  expect((await list({ q: "' or 1=1 --" })).items).toHaveLength(0)
})

test('only an admin reads mail', async () => {
  for (const session of [null, { role: null }]) {
    const context = {
      ...asAdmin(worker).context,
      session: async () => session,
    } as unknown as RequestContext
    const id = crypto.randomUUID()
    for (const refused of [
      call(mailsRouter.list, {}, { context }),
      call(mailsRouter.get, { id }, { context }),
      call(mailsRouter.resend, { id }, { context }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: session ? 'FORBIDDEN' : 'UNAUTHORIZED' })
    }
  }
  const id = crypto.randomUUID()
  await expect(call(mailsRouter.get, { id }, asAdmin(worker))).rejects.toMatchObject({
    code: 'MAIL_NOT_FOUND',
  })
})

test('mails that an earlier version could not send are still there, as stored', async () => {
  const { db, url } = await givenDatabaseBefore('0013_stored_mails')
  await db.execute(sql`insert into mails (template, to_address, subject, html, text, status)
    values ('welcome', 'iris@example.com', 'Hello', '', '', 'kept'),
           ('welcome', 'fern@example.com', 'Hello', '', '', 'sent')`)
  await migrate(url)
  const rows = await db.select().from(mails)
  expect(rows.map(({ to_address, status }) => [to_address, status]).sort()).toEqual([
    ['fern@example.com', 'sent'],
    ['iris@example.com', 'stored'],
  ])
})
