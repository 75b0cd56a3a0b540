import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ContactThread, ticketNumber } from '#contract/contact-messages.ts'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { contact_messages, contact_replies } from './content.table.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let mailServer: Awaited<ReturnType<typeof givenMailServer>>
let ada: Visitor
let ben: Visitor

beforeAll(async () => {
  mailServer = await givenMailServer()
  shop = await givenServer({ env: { TRUST_PROXY: '1', ...mailServer.env } })
  ada = await givenSignedIn(shop, await givenAdmin(shop.db, { full_name: 'Ada Keeper' }))
  ben = await givenSignedIn(shop, await givenAdmin(shop.db, { full_name: 'Ben Keeper' }))
})

const question = {
  name: 'Iris Bloom',
  email: 'iris@example.com',
  phone: null as string | null,
  message: 'Is the rose mist suited to dry skin?',
}

let visitors = 0
const newVisitor = () => `203.0.113.${++visitors}`

/** Each message comes from a visitor of its own, unless the test says otherwise. */
const write = (body: object, visitor = newVisitor()) =>
  fetch(`${shop.url}/api/contact_messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: shop.url,
      'x-forwarded-for': visitor,
    },
    body: JSON.stringify(body),
  })

const storedFrom = (email: string) =>
  shop.db.select().from(contact_messages).where(eq(contact_messages.email, email))

const mailTo = (address: string) =>
  eventually(() => {
    const mail = mailServer.received.find(({ to }) => to.includes(address))
    expect(mail, `mail to ${address}`).toBeDefined()
    return mail!
  })

// Shows S7.20
test('a message is stored as new, and its sender gets a ticket by mail', async () => {
  const response = await write({ ...question, phone: '+1 555 0100' })
  expect(response.status).toBe(201)
  const { id } = await response.json()

  const [stored] = await storedFrom(question.email)
  expect(stored).toMatchObject({ ...question, id, phone: '+1 555 0100', status: 'new' })

  const mail = await mailTo(question.email)
  expect(headerOf(mail, 'subject')).toContain(`T-${id.slice(0, 8).toUpperCase()}`)
  expect(mail.raw).toContain('Is the rose mist suited to dry skin?')
})

// Shows S5.17
test.each([null, '', '   '])('a phone of %j is stored as none', async (phone) => {
  const email = `silent.${visitors}@example.com`
  expect((await write({ ...question, email, phone })).status).toBe(201)
  expect((await storedFrom(email))[0]?.phone).toBeNull()
})

test('hostile words are stored unchanged', async () => {
  const name = `Robert'); DROP TABLE contact_messages;--`
  const message = `<script>alert(1)</script>\r\n\t"quoted" %00 \${7*7} {{7*7}} \u202e \u{1f338}\n.\r\nQUIT  `
  expect((await write({ ...question, email: 'bobby@example.com', name, message })).status).toBe(201)
  const [stored] = await storedFrom('bobby@example.com')
  expect([stored?.name, stored?.message]).toEqual([name, message])
})

test('line breaks in a name reach nobody but the one who wrote it', async () => {
  const name = 'Eve\r\nBcc: victim@example.com\r\nSubject: You won\r\n\r\n<b>Click</b>'
  expect((await write({ ...question, email: 'eve@example.com', name })).status).toBe(201)
  expect((await storedFrom('eve@example.com'))[0]?.name).toBe(name)

  const mail = await mailTo('eve@example.com')
  expect(mail.to).toEqual(['eve@example.com'])
  expect(headerOf(mail, 'bcc')).toBeUndefined()
  expect(headerOf(mail, 'subject')).toContain('We have your message')
  expect(mailServer.received.flatMap(({ to }) => to)).not.toContain('victim@example.com')
})

// Shows S5.16
test.each([
  ['no name', { name: '' }],
  ['a blank name', { name: ' \n ' }],
  ['no message', { message: '' }],
  ['a name that is no text', { name: { $ne: null } }],
  ['no address', { email: '' }],
  ['two addresses', { email: 'a@example.com, b@example.com' }],
  ['an address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }],
  ['a character that cannot be stored', { message: 'nothing\0to see' }],
  ['a novel', { message: 'x'.repeat(5001) }],
])('with %s a message is refused, and nothing is stored', async (_, wrong) => {
  const before = await shop.db.$count(contact_messages)
  expect((await write({ ...question, ...wrong })).status).toBe(400)
  expect(await shop.db.$count(contact_messages)).toBe(before)
})

test('the sixth message of a visitor within ten minutes is refused; others are not', async () => {
  const email = 'eager@example.com'
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write({ ...question, email }, '198.51.100.7')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(5).fill(201),
    ...Array(3).fill(429),
  ])
  expect(await storedFrom(email)).toHaveLength(5)
  expect((await write({ ...question, email })).status).toBe(201)
})

describe('the desk', () => {
  const given = async (message: Partial<typeof contact_messages.$inferInsert> = {}) => {
    const row = { name: 'Iris', email: `${randomUUID()}@example.com`, message: 'Hello' }
    const [stored] = await shop.db
      .insert(contact_messages)
      .values({ ...row, ...message })
      .returning()
    return stored!
  }
  const find = async (query: object) => {
    const search = new URLSearchParams({ per_page: '200', ...query })
    const { body } = await ada.get(`/api/contact_messages?${search}`)
    return (body as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const reply = (admin: Visitor, message: { id: string; version: number }, text: string) =>
    admin.call('POST', `/api/contact_messages/${message.id}/replies`, {
      version: message.version,
      text,
    })
  const setStatus = (admin: Visitor, id: string, version: number, status: string) =>
    admin.call('PUT', `/api/contact_messages/${id}/status`, { version, status })

  // Shows B2.42, B7.20
  test('finds a message by the number in its mail, by words and by status; newest first', async () => {
    const old = await given({ message: 'About Quillwort', created_at: '2026-01-01T00:00:00.000Z' })
    const late = await given({ name: 'Mr Quillwort', created_at: '2026-01-02T00:00:00.000Z' })
    const closed = await given({ email: '100%quillwort@example.com', status: 'closed' })
    expect(await find({ q: 'QUILLWORT' })).toEqual([closed.id, late.id, old.id])
    expect(await find({ q: 'quillwort', sort: 'created_at' })).toEqual([old.id, late.id, closed.id])
    expect(await find({ q: 'quillwort', status: 'closed' })).toEqual([closed.id])
    expect(await find({ q: '0%quill' })).toEqual([closed.id])
    expect(await find({ q: ticketNumber(old.id) })).toEqual([old.id])
    expect(await find({ q: ticketNumber(old.id).slice(2).toLowerCase() })).toEqual([old.id])
  })

  // Shows B4.6, B7.20
  test('a status is set freely, by nobody who has not seen the latest, and each change is recorded', async () => {
    const { id } = await given()
    expect((await setStatus(ada, id, 1, 'closed')).body).toMatchObject({ status: 'closed' })
    expect((await setStatus(ben, id, 1, 'replied')).body).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { version: 2, changed_by: 'Ada Keeper' },
    })
    expect((await setStatus(ben, id, 2, 'new')).body).toMatchObject({ status: 'new', version: 3 })
    expect((await setStatus(ben, id, 3, 'lost')).status).toBe(400)
    expect((await setStatus(ada, randomUUID(), 1, 'new')).status).toBe(404)
    const { body } = await ada.get(`/api/audit_log?object_id=${id}`)
    expect(body).toMatchObject({
      items: [
        { actor_name: 'Ben Keeper', after: { status: 'new' }, object_name: ticketNumber(id) },
        { actor_name: 'Ada Keeper', before: { status: 'new' }, after: { status: 'closed' } },
      ],
    })
  })

  test('a reply goes out by mail with the question below it, and sets the status', async () => {
    const message = await given({ message: 'Is it vegan?' })
    expect((await reply(ada, message, ' \n ')).status).toBe(400)
    const sent = await reply(ada, message, 'Yes, all of it.')
    expect(sent.body).toMatchObject({
      status: 'replied',
      reply_count: 1,
      replies: [{ author_name: 'Ada Keeper', text: 'Yes, all of it.' }],
    })
    const mail = await mailTo(message.email)
    expect(headerOf(mail, 'subject')).toBe(`Re: We have your message (${ticketNumber(message.id)})`)
    expect(mail.raw).toContain('Yes, all of it.')
    expect(mail.raw).toContain('Is it vegan?')
    await eventually(async () => {
      const { body } = await ada.get(`/api/contact_messages/${message.id}`)
      expect((body as ContactThread).replies[0]).toMatchObject({ mail_status: 'sent' })
    })
  })

  test('of two who answer at once, one is refused and nothing of it is stored or sent', async () => {
    const message = await given()
    const answers = await Promise.all([
      reply(ada, message, 'From Ada'),
      reply(ben, message, 'From Ben'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const stored = await shop.db
      .select()
      .from(contact_replies)
      .where(eq(contact_replies.message_id, message.id))
    expect(stored).toHaveLength(1)
    const mail = await mailTo(message.email)
    expect(mail.raw).toContain(stored[0]!.text)
  })

  test('is closed to customers and visitors', async () => {
    const message = await given()
    const shopper = await givenSignedIn(shop, await givenProfile(shop.db))
    for (const path of ['', `/${message.id}`]) {
      expect((await shopper.get(`/api/contact_messages${path}`)).status).toBe(403)
    }
    expect((await reply(shopper, message, 'Hello')).status).toBe(403)
    expect((await setStatus(shopper, message.id, 1, 'closed')).status).toBe(403)
    expect((await shopper.get('/api/export/contact_messages.csv')).status).toBe(403)
  })

  test('the list as a file has ticket numbers and no formulas', async () => {
    const { id } = await given({ name: '=cmd|calc', message: 'Zebrawood' })
    const { text } = await ada.get('/api/export/contact_messages.csv?q=zebrawood')
    expect(text).toContain(ticketNumber(id))
    expect(text).toContain("'=cmd|calc")
  })

  test('who deletes the account takes the own messages and their replies along, when the address is confirmed', async () => {
    for (const email_verified of [true, false]) {
      const profile = await givenProfile(shop.db, { email_verified })
      const message = await given({ email: profile.email.toUpperCase() })
      await reply(ada, message, 'A reply')
      const person = await givenSignedIn(shop, profile)
      const { text } = await person.get('/api/account/export')
      expect(text.includes('A reply')).toBe(email_verified)
      const deleted = await person.post('/api/account/delete', { password: PASSWORD })
      expect(deleted.status).toBe(200)
      const left = await shop.db
        .select()
        .from(contact_replies)
        .where(eq(contact_replies.message_id, message.id))
      expect(left).toHaveLength(email_verified ? 0 : 1)
    }
  })
})
