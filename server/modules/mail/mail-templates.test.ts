import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { MailTexts } from '#contract/mail-studio.ts'
import { createLimits } from '#server/platform/limits.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { router } from '#server/router.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenPicture, givenProduct } from '#server/testing/factories.ts'
import { givenMailWorker, mailEnv, welcomeTo } from '#server/testing/mail-factories.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { mails } from './mail.table.ts'

let server: Awaited<ReturnType<typeof givenMailServer>>
let worker: Awaited<ReturnType<typeof givenMailWorker>>
let context: RequestContext
let pool: Awaited<ReturnType<typeof givenDatabase>>['pool']
const { mail_templates, functions } = router

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  server = await givenMailServer()
  worker = await givenMailWorker(mailEnv(database.url, server.env))
  context = {
    config: worker.config,
    db: worker.db,
    jobs: worker.jobs,
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

const TEXTS: MailTexts = {
  subject: 'Hello {{customerName}} from {{shopName}}',
  preheader: 'Come in',
  title: 'So you found us[, {{customerName}}]',
  intro: 'We are <b>glad</b>.',
  button: 'Look around',
}

const SPECIFIED = [
  ...['order-confirmation', 'welcome', 'password-reset', 'order-shipped', 'order-delivered'],
  ...['order-cancelled', 'payment-failed', 'refund-processed', 'promotional', 'new-product'],
  ...['sale-alert', 'abandoned-cart', 'back-in-stock', 'review-request', 'cross-sell'],
  ...['replenishment', 'support-ticket', 'account-update'],
]

const templateOf = async (id: string) =>
  (await call(mail_templates.list, undefined, { context })).find((one) => one.id === id)

// Shows B2.33, B3.20, B3.21
test('eighteen templates, all ready, with their original texts', async () => {
  const list = await call(mail_templates.list, undefined, { context })
  expect(list).toHaveLength(18)
  expect(list.map(({ id }) => id)).toEqual(SPECIFIED)
  expect(
    list.every(({ is_ready, is_changed, version }) => is_ready && !is_changed && !version),
  ).toBe(true)
})

// Shows B3.22
test('a preview shows products of the shop with their pictures; an unknown id a generic one', async () => {
  const image = await givenPicture(worker.db)
  const { id, name } = await givenProduct(worker.db, { images: [image], units_sold: 5 })
  const { html } = await call(mail_templates.preview, { id: 'replenishment' }, { context })
  expect(html).toContain(name)
  expect(html).toContain(`https://petal.example.com${image.replace('.webp', '.mail.jpg')}`)
  expect(html).toContain(`/product/${id}`)
  const other = await call(mail_templates.preview, { id: 'newsletter-2031' }, { context })
  expect(other.html).toContain('There is no template of this name yet')
})

test("the owner's texts are in the next mail, escaped, and in the audit log", async () => {
  const saved = await call(
    mail_templates.save,
    { id: 'welcome', version: 0, ...TEXTS },
    { context },
  )
  expect(saved).toMatchObject({ is_changed: true, version: 1, texts: TEXTS })
  await worker.db.transaction((tx) => queueMail(worker.jobs, tx, welcomeTo('changed@example.com')))
  await eventually(() =>
    expect(server.received.some(({ to }) => to.includes('changed@example.com'))).toBe(true),
  )
  const mail = server.received.find(({ to }) => to.includes('changed@example.com'))
  expect(headerOf(mail, 'subject')).toBe('Hello Iris Bloom from Petal & Dew')
  const [row] = await worker.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, 'changed@example.com'))
  expect(row?.html).toContain('So you found us, Iris Bloom')
  expect(row?.html).toContain('We are &lt;b&gt;glad&lt;/b&gt;.')
  const [entry] = await worker.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_type, 'mail_texts'))
  expect(entry).toMatchObject({ actor_name: 'Ada Keeper', object_name: 'Welcome' })
})

test('who has not seen the latest texts is asked first', async () => {
  const stale = call(mail_templates.save, { id: 'welcome', version: 0, ...TEXTS }, { context })
  await expect(stale).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { version: 1 } })
})

test('a text that names an unknown variable is refused at its field, in preview and save', async () => {
  const texts = { ...TEXTS, title: 'Dear {{firstName}}' }
  const refused = {
    code: 'UNKNOWN_VARIABLE',
    data: {
      issues: [
        {
          path: ['title'],
          message:
            'This mail has no {{firstName}}. It knows {{customerName}}, {{accountEmail}}, {{shopName}}.',
        },
      ],
    },
  }
  await expect(
    call(mail_templates.save, { id: 'welcome', version: 1, ...texts }, { context }),
  ).rejects.toMatchObject(refused)
  await expect(
    call(mail_templates.preview, { id: 'welcome', texts }, { context }),
  ).rejects.toMatchObject(refused)
  expect((await templateOf('welcome'))?.version).toBe(1)
})

test('the original texts come back', async () => {
  await call(mail_templates.reset, { id: 'welcome' }, { context })
  expect(await templateOf('welcome')).toMatchObject({ is_changed: false, version: 0 })
  const { subject } = await call(mail_templates.preview, { id: 'welcome' }, { context })
  expect(subject).toBe('Welcome to Petal & Dew')
  await expect(call(mail_templates.reset, { id: 'welcome' }, { context })).rejects.toMatchObject({
    code: 'ROW_NOT_FOUND',
  })
})

// Shows B7.13
test('a test mail arrives at once, and its failure says why', async () => {
  const { html, text } = await call(mail_templates.preview, { id: 'sale-alert' }, { context })
  const to = 'tester@example.com'
  const input = { to, subject: 'Test: Sale Alert', html, text }
  await call(functions.send_test_email, input, { context })
  const mail = server.received.find((one) => one.to.includes(to))
  expect(headerOf(mail, 'subject')).toBe('Test: Sale Alert')
  server.refusals.set('nobody@example.com', 'No such mailbox here')
  await expect(
    call(functions.send_test_email, { ...input, to: 'nobody@example.com' }, { context }),
  ).rejects.toMatchObject({
    code: 'MAIL_NOT_SENT',
    data: { reason: expect.stringContaining('No such mailbox here') },
  })
  const rows = await worker.db.select().from(mails).where(eq(mails.template, 'test'))
  expect(rows.map(({ to_address, status }) => [to_address, status]).sort()).toEqual([
    ['nobody@example.com', 'failed'],
    ['tester@example.com', 'sent'],
  ])
})

test('without a mail server a test mail is stored and not called sent', async () => {
  const config = { ...worker.config, smtp: undefined }
  const input = { to: 'later@example.com', subject: 'Test: Welcome', html: '<p>Hello</p>' }
  await expect(
    call(functions.send_test_email, input, { context: { ...context, config } }),
  ).rejects.toMatchObject({ code: 'NO_MAIL_SERVER', message: 'No mail server is set up yet.' })
  const [row] = await worker.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, 'later@example.com'))
  expect(row).toMatchObject({ status: 'stored', template: 'test' })
})

test('of several admins who change a mail for the first time at once, one saves and the others get a message', async () => {
  for (const id of ['welcome', 'new-product', 'sale-alert', 'replenishment']) {
    await call(mail_templates.reset, { id }, { context }).catch(() => {})
    const saves = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        call(
          mail_templates.save,
          { id, version: 0, ...TEXTS, subject: 'Hello', title: 'Hello' },
          { context },
        ),
      ),
    )
    const refused = saves.filter((save) => save.status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  }
})

test('an admin sends 30 test mails a minute, from however many networks and by both screens together', async () => {
  const limits = createLimits(pool)
  const admin = await context.session()
  let network = 0
  const own = {
    ...context,
    limits,
    visitor: () => `network ${++network}`,
    session: async () => admin,
  } as unknown as RequestContext
  const mail = { to: 'somebody@example.com', subject: 'Any text', html: '<p>Any text</p>' }
  for (let n = 0; n < 30; n++) await call(functions.send_test_email, mail, { context: own })
  const refused = { code: 'TOO_MANY_REQUESTS' }
  await expect(call(functions.send_test_email, mail, { context: own })).rejects.toMatchObject(
    refused,
  )
  const entered = {
    ...{ host: 'smtp.example.com', port: 25, user: '', password: '', sender: '' },
    ...{ dkim_domain: '', dkim_selector: '', dkim_key: '' },
  }
  await expect(
    call(router.mail_settings.test, { server: entered, to: mail.to }, { context: own }),
  ).rejects.toMatchObject(refused)
})
