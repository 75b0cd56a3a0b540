import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { givenServer } from '#server/testing/server.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { contact_messages } from './content.table.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let mailServer: Awaited<ReturnType<typeof givenMailServer>>

beforeAll(async () => {
  mailServer = await givenMailServer()
  shop = await givenServer({ env: { TRUST_PROXY: '1', ...mailServer.env } })
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
  vi.waitFor(
    () => {
      const mail = mailServer.received.find(({ to }) => to.includes(address))
      expect(mail, `mail to ${address}`).toBeDefined()
      return mail!
    },
    { timeout: 40_000 },
  )

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
