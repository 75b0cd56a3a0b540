import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { type MailRequest, queueMail, SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  countQueuedMails,
  givenConsent,
  givenMailWorker,
  mailEnv,
  makeRetriesDue,
  newsletterTo,
  welcomeTo,
} from '#server/testing/mail-factories.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { mail_suppressions } from '../consent/consent.table.ts'
import { RETRIES } from './deliver-mail.ts'
import { mails } from './mail.table.ts'

let database: Database
let server: Awaited<ReturnType<typeof givenMailServer>>
let worker: Awaited<ReturnType<typeof givenMailWorker>>
let env: Record<string, string>

beforeAll(async () => {
  database = await givenDatabase()
  server = await givenMailServer()
  env = mailEnv(database.url, server.env)
  worker = await givenMailWorker(env)
})

const queue = (mail: MailRequest) =>
  database.db.transaction((tx) => queueMail(worker.jobs, tx, mail))

const stored = async (to: string) => {
  const [mail] = await database.db.select().from(mails).where(eq(mails.to_address, to))
  return mail
}

const received = (to: string) => server.received.filter((mail) => mail.to.includes(to))

const settled = (to: string, status: string) =>
  eventually(async () => expect(await stored(to)).toMatchObject({ status }))

const NO_SERVER = /ECONNREFUSED|closed/

/** Counted when it begins, a first attempt could still reach a server that starts now: it must have failed. */
const untilTriedInVain = (to: string) =>
  eventually(async () => {
    const mail = await stored(to)
    expect(mail).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(mail?.error).toMatch(NO_SERVER)
  })

const queueIsEmpty = () =>
  eventually(async () => expect(await countQueuedMails(database.db)).toBe(0))

test('a queued mail arrives with its text, its attachment and the shop as its sender', async () => {
  const invoice = Buffer.from('%PDF-1.7 an invoice')
  await queue(
    welcomeTo('iris@example.com', {
      attachments: [
        {
          filename: 'invoice.pdf',
          type: 'application/pdf',
          content_base64: invoice.toString('base64'),
        },
      ],
    }),
  )
  await settled('iris@example.com', 'sent')

  const [mail] = received('iris@example.com')
  const row = await stored('iris@example.com')
  expect(mail?.to).toEqual(['iris@example.com'])
  expect(headerOf(mail, 'from')).toBe('"Petal & Dew" <no-reply@petal.example.com>')
  expect(headerOf(mail, 'message-id')).toBe(`<${row?.id}@petal.example.com>`)
  expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined()
  expect(mail?.raw).toContain('filename=invoice.pdf')
  expect(mail?.raw).toContain(invoice.toString('base64'))
  expect(row).toMatchObject({ attempts: 1, error: null })
  expect(row?.sent_at).not.toBeNull()
})

test('a mail whose transaction rolled back is never sent', async () => {
  await database.db
    .transaction(async (tx) => {
      await queueMail(worker.jobs, tx, welcomeTo('nobody@example.com'))
      throw new Error('the order failed')
    })
    .catch(() => {})
  await queueIsEmpty()
  expect(received('nobody@example.com')).toHaveLength(0)
})

test('the same cause, queued fifty times, is one mail', async () => {
  const mail = welcomeTo('once@example.com')
  await Promise.all(Array.from({ length: 50 }, () => queue(mail)))
  await queueIsEmpty()
  expect(received('once@example.com')).toHaveLength(1)
})

test('two processes with the same mail send it once', async () => {
  const neighbour = await givenMailWorker(env)
  const requests = Array.from({ length: 40 }, (_, n) => welcomeTo(`pair.${n}@example.com`))
  await Promise.all([...requests, ...requests].map(queue))
  for (const { to } of requests) await settled(to, 'sent')
  await makeRetriesDue(database.db)
  await queueIsEmpty()
  await neighbour.stop()
  for (const { to } of requests) expect(received(to), to).toHaveLength(1)
})

test('while the mail server is down a mail waits, and then it arrives once', async () => {
  await server.stop()
  await queue(welcomeTo('patient@example.com'))
  await untilTriedInVain('patient@example.com')
  await server.start()
  await makeRetriesDue(database.db)
  await settled('patient@example.com', 'sent')
  expect(received('patient@example.com')).toHaveLength(1)
  expect(await stored('patient@example.com')).toMatchObject({ attempts: 2, error: null })
})

test('an address that the server refuses is not tried again, and the reason is stored', async () => {
  server.refusals.set('gone@example.com', 'No such mailbox here')
  await queue(welcomeTo('gone@example.com'))
  await settled('gone@example.com', 'failed')
  const mail = await stored('gone@example.com')
  expect(mail?.error).toContain('No such mailbox here')
  expect(mail?.attempts).toBe(1)
})

test('after the last try a mail has failed', async () => {
  await server.stop()
  const mail = welcomeTo('unlucky@example.com')
  await queue(mail)
  await untilTriedInVain(mail.to)
  await database.db.update(mails).set({ attempts: RETRIES }).where(eq(mails.to_address, mail.to))
  await makeRetriesDue(database.db)
  await settled(mail.to, 'failed')
  expect((await stored(mail.to))?.error).toMatch(NO_SERVER)
  await server.start()
})

test('one that fails does not delay the others of its batch', async () => {
  server.refusals.set('bad@example.com', 'No')
  const good = Array.from({ length: 8 }, (_, n) => welcomeTo(`good.${n}@example.com`))
  await database.db.transaction(async (tx) => {
    for (const mail of [welcomeTo('bad@example.com'), ...good]) {
      await queueMail(worker.jobs, tx, mail)
    }
  })
  for (const { to } of good) await settled(to, 'sent')
  for (const { to } of good) expect(received(to)).toHaveLength(1)
})

test('the text of a mail with a personal link is gone once it has left', async () => {
  await queue({
    template: 'password-reset',
    to: 'forgetful@example.com',
    data: { resetLink: '/auth?reset=top-secret' },
    cause: 'reset:1',
  })
  await settled('forgetful@example.com', 'sent')
  expect(received('forgetful@example.com')[0]?.raw).toContain('top-secret')
  expect(JSON.stringify(await stored('forgetful@example.com'))).not.toContain('top-secret')
})

test('marketing reaches those who agreed, with an unsubscribe link in header and text', async () => {
  await givenConsent(database.db, 'fan@example.com')
  await queue(newsletterTo('Fan@example.com'))
  await settled('Fan@example.com', 'sent')
  const [mail] = received('Fan@example.com')
  expect(headerOf(mail, 'list-unsubscribe')).toMatch(
    /^<https:\/\/petal\.example\.com\/unsubscribe\?email=fan%40example\.com&token=[\w-]{43}>$/,
  )
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const row = await stored('Fan@example.com')
  expect(row?.html).toContain('/mail-preferences?email=fan%40example.com')
  expect(row?.text).toContain('/mail-preferences?email=fan%40example.com')
})

test('marketing never reaches those who did not agree, or who opted out', async () => {
  await givenConsent(database.db, 'left@example.com')
  await database.db.insert(mail_suppressions).values({ email: 'left@example.com' })
  await queue(newsletterTo('left@example.com'))
  await queue(newsletterTo('LEFT@Example.com'))
  await queue(newsletterTo('stranger@example.com'))
  await queueIsEmpty()
  for (const to of ['left@example.com', 'LEFT@Example.com', 'stranger@example.com']) {
    expect(received(to)).toHaveLength(0)
    expect(await stored(to)).toBeUndefined()
  }
})

test('a newsletter that waits for a retry is not sent to a reader who unsubscribed meanwhile', async () => {
  await givenConsent(database.db, 'leaving@example.com')
  await server.stop()
  await queue(newsletterTo('leaving@example.com'))
  await untilTriedInVain('leaving@example.com')
  await database.db.insert(mail_suppressions).values({ email: 'leaving@example.com' })
  await server.start()
  await makeRetriesDue(database.db)
  await settled('leaving@example.com', 'failed')
  expect(received('leaving@example.com')).toHaveLength(0)
})

test('what a shopper asked for needs no other consent, but an opt-out holds', async () => {
  await database.db.insert(mail_suppressions).values({ email: 'no.more@example.com' })
  for (const to of ['waiting.for.serum@example.com', 'no.more@example.com']) {
    await queue({
      template: 'back-in-stock',
      to,
      data: { productName: 'Serum' },
      cause: `back:${to}`,
    })
  }
  await settled('waiting.for.serum@example.com', 'sent')
  await queueIsEmpty()
  expect(received('no.more@example.com')).toHaveLength(0)
})

test('a single mail is sent before a newsletter to many', async () => {
  const readers = Array.from({ length: 60 }, (_, n) => `reader.${n}@example.com`)
  await givenConsent(database.db, ...readers)
  await database.db.transaction(async (tx) => {
    for (const to of readers) await queueMail(worker.jobs, tx, newsletterTo(to))
    await queueMail(worker.jobs, tx, welcomeTo('urgent@example.com'))
  })
  for (const to of readers) await settled(to, 'sent')
  const order = server.received.flatMap(({ to }) => to)
  const ahead = order.slice(0, order.indexOf('urgent@example.com'))
  // The first batch of ten has it; within a batch there is no order.
  expect(ahead.filter((to) => readers.includes(to)).length).toBeLessThan(10)
})

const CRLF = ['\r\n', '\n', '\r', '\u2028', '%0d%0a', '\t']
const HOSTILE = CRLF.flatMap((end) => [
  `victim@example.com${end}Bcc: third@example.com`,
  `victim@example.com>${end}RCPT TO:<third@example.com`,
  `"victim${end}Bcc: third@example.com"@example.com`,
]).concat(
  'victim@example.com, third@example.com',
  'victim@example.com;third@example.com',
  'Victim <victim@example.com>, <third@example.com>',
  'group: victim@example.com, third@example.com;',
  '<third@example.com>',
  '',
  '@',
  'victim@example.com SIZE=1',
)

/** The lines above each part of a mail, where a header could hide. */
const partHeaders = (raw: string) =>
  raw
    .split(/^--.*\r\n/m)
    .map((part) => part.split('\r\n\r\n')[0])
    .join('\n')

test('no address, subject, name or file name adds a recipient or a header', async () => {
  const before = server.received.length
  for (const [n, to] of HOSTILE.entries()) await queue(welcomeTo(to, { cause: `hostile:${n}` }))
  const evil = 'Hello\r\nBcc: third@example.com\r\nX-Evil: 1\r\n\r\n<script>'
  await givenConsent(database.db, 'target@example.com')
  await queue({
    ...newsletterTo('target@example.com'),
    data: { subject: evil, content: evil, customerName: evil },
    attachments: [
      { filename: `a${evil}/../b.pdf`, type: `text/plain\r\nX-Evil: 1`, content_base64: 'YQ==' },
    ],
  })
  await settled('target@example.com', 'sent')
  await queueIsEmpty()

  const since = server.received.slice(before)
  expect(since.map(({ to }) => to.length)).toEqual(since.map(() => 1))
  expect(since.flatMap(({ to }) => to).filter((to) => /third|victim/.test(to))).toEqual([])
  for (const mail of since) {
    const names = mail.headers.map(([name]) => name)
    expect(names).not.toContain('x-evil')
    expect(names).not.toContain('bcc')
    expect(partHeaders(mail.raw)).not.toMatch(/^(x-evil|bcc):/im)
    expect(new Set(names).size, 'each header once').toBe(names.length)
  }
  const refused = await database.db.select().from(mails).where(eq(mails.status, 'failed'))
  expect(refused.filter((mail) => mail.cause?.startsWith('hostile:'))).toHaveLength(HOSTILE.length)
})

test('a job that names a mail that is gone does nothing', async () => {
  await worker.jobs.enqueue(database.db, SEND_MAIL, { mail_id: crypto.randomUUID() })
  await queueIsEmpty()
})
