import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { call } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { beforeAll, expect, test } from 'vitest'
import type { MailServerEdit } from '#contract/mail-studio.ts'
import { DAY_MS } from '#contract/time.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { router } from '#server/router.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenMailWorker, mailEnv, welcomeTo } from '#server/testing/mail-factories.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { mail_settings, mails } from './mail.table.ts'
import { deleteOldMails } from './mail-log.ts'

const { mail_settings: settings } = router

let server: Awaited<ReturnType<typeof givenMailServer>>
let workers: Awaited<ReturnType<typeof givenMailWorker>>[]
let context: RequestContext

beforeAll(async () => {
  const { url } = await givenDatabase()
  server = await givenMailServer()
  const env = mailEnv(url)
  // Two processes of the same shop; neither has a mail server in its environment.
  workers = [await givenMailWorker(env), await givenMailWorker(env)]
  const [{ config, db, jobs } = workers[0]!] = workers
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

const entered = (more: Partial<MailServerEdit> = {}): MailServerEdit => ({
  host: '127.0.0.1',
  port: Number(server.env.SMTP_PORT),
  user: '',
  password: '',
  sender: 'Petal Shop <hello@petal.example>',
  dkim_domain: '',
  dkim_selector: '',
  dkim_key: '',
  ...more,
})

const save = async (edit: MailServerEdit) => {
  const { version } = await call(settings.get, undefined, { context })
  return call(settings.save, { ...edit, version }, { context })
}

const sent = async (to: string) => {
  await context.db.transaction((tx) => queueMail(context.jobs, tx, welcomeTo(to)))
  await eventually(async () => {
    const [mail] = await context.db.select().from(mails).where(eq(mails.to_address, to))
    expect(['sent', 'stored']).toContain(mail?.status)
  })
  return server.received.find((mail) => mail.to.includes(to))
}

test('without a server mails are stored; a saved one is in use in every process at once', async () => {
  expect(await sent('early@example.com')).toBeUndefined()
  await save(entered())
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const mail = await sent(`after.${n}@example.com`)
    expect(headerOf(mail, 'from')).toBe('Petal Shop <hello@petal.example>')
  }
  expect(await call(settings.get, undefined, { context })).toMatchObject({
    source: 'saved',
    in_use: { host: '127.0.0.1', port: Number(server.env.SMTP_PORT), user: '' },
  })
})

test('a server that does not answer is not saved', async () => {
  await expect(save(entered({ port: 1 }))).rejects.toMatchObject({
    code: 'MAIL_SERVER_REFUSED',
    data: { reason: expect.stringContaining('ECONNREFUSED') },
  })
  expect((await call(settings.get, undefined, { context })).in_use?.port).not.toBe(1)
})

test('a test mail goes through settings that are not saved', async () => {
  await call(
    settings.test,
    { server: entered({ sender: 'try@petal.example' }), to: 'try@example.com' },
    { context },
  )
  const mail = server.received.find(({ to }) => to.includes('try@example.com'))
  expect(mail?.from).toBe('try@petal.example')
  expect((await call(settings.get, undefined, { context })).saved.sender).toContain('Petal Shop')
})

/** Accepts one user, over a plain connection on this machine. */
async function givenLogin(user: string, password: string) {
  const login = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(new Error('Wrong password')),
  })
  login.on('error', () => {})
  await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => new Promise<void>((resolve) => login.close(resolve)))
  return (login.server.address() as AddressInfo).port
}

test('the password is stored encrypted, never shown, and goes to its own server only', async () => {
  const port = await givenLogin('petal', 'hush-hush')
  await expect(save(entered({ port, user: 'petal', password: 'wrong' }))).rejects.toMatchObject({
    code: 'MAIL_SERVER_REFUSED',
  })
  const saved = await save(entered({ port, user: 'petal', password: 'hush-hush' }))
  expect(saved.saved).toMatchObject({ has_password: true, user: 'petal' })
  const [row] = await context.db.select().from(mail_settings)
  const log = await context.db.select().from(audit_log)
  expect(JSON.stringify([saved, row, log])).not.toContain('hush-hush')
  // Empty means the stored one.
  await save(entered({ port, user: 'petal', sender: '' }))
  const other = await givenLogin('petal', 'hush-hush')
  await expect(save(entered({ port: other, user: 'petal' }))).rejects.toMatchObject({
    code: 'SECRET_NEEDED',
  })
})

test('mails are signed with a DKIM key, and its DNS record is shown', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { dkim_domain: 'petal.example', dkim_selector: 'spring' }
  await expect(save(entered({ ...dkim, dkim_key: 'not a key' }))).rejects.toMatchObject({
    code: 'DKIM_KEY_UNUSABLE',
  })
  const saved = await save(entered({ ...dkim, dkim_key: privateKey }))
  expect(saved.dkim_record?.name).toBe('spring._domainkey.petal.example')
  expect(saved.dkim_record?.value).toMatch(/^v=DKIM1; k=rsa; p=MII/)
  const mail = await sent('signed@example.com')
  expect(headerOf(mail, 'dkim-signature')).toMatch(/d=petal\.example;.*s=spring/)
})

test('who saves over settings that somebody else changed is asked first', async () => {
  await expect(
    call(settings.save, { ...entered(), version: 1 }, { context }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
})

test('variables of the environment win, and are shown as such', async () => {
  const config = {
    ...context.config,
    smtp: { host: 'mail.env.example', port: 2525, user: undefined, password: undefined },
    mailFrom: 'env@petal.example',
  }
  expect(await call(settings.get, undefined, { context: { ...context, config } })).toMatchObject({
    source: 'environment',
    in_use: { host: 'mail.env.example', port: 2525 },
    sender: { text: 'env@petal.example', is_environment: true },
  })
})

test('a removed server is used no more', async () => {
  await call(settings.forget, undefined, { context })
  expect(await sent('nowhere@example.com')).toBeUndefined()
  const [row] = await context.db.select().from(mail_settings)
  expect(row).toMatchObject({ host: null, password: null, dkim_key: null })
})

test('mails older than the chosen time are deleted, waiting ones excepted', async () => {
  await call(settings.set_retention, { days: 30 }, { context })
  const mail = { template: 'welcome', subject: 'Old', html: '', text: '' }
  await context.db.insert(mails).values(
    (['sent', 'waiting'] as const).flatMap((status) =>
      [29, 31].map((days) => ({
        ...mail,
        status,
        to_address: `${status}.${days}@example.com`,
        created_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      })),
    ),
  )
  await deleteOldMails(context)
  const left = await context.db
    .select({ to: mails.to_address })
    .from(mails)
    .where(eq(mails.subject, 'Old'))
  expect(left.map(({ to }) => to).sort()).toEqual([
    'sent.29@example.com',
    'waiting.29@example.com',
    'waiting.31@example.com',
  ])
})
