import { like } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contact_messages } from '#server/modules/content/content.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import {
  BEHIND_PROXY,
  givenSignedIn,
  givenVisitor,
  mailsTo,
} from '#server/testing/account-factories.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { countQueuedMails } from '#server/testing/mail-factories.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
const clock = givenClock()
beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY, now: clock.now })
})

let network = 0
const stranger = () =>
  givenVisitor(shop, { ip: `10.${8 + Math.floor(++network / 250)}.1.${network % 250}` })

/** How many mails reached the address, once nothing is queued any more. */
async function countMailsTo(address: string) {
  await vi.waitFor(
    async () => {
      const { rows } = await shop.db.execute<{ open: number }>(
        "select count(*)::int as open from pgboss.job where name = 'send-password-reset-link' and state < 'completed'",
      )
      expect(rows[0]?.open).toBe(0)
      expect(await countQueuedMails(shop.db)).toBe(0)
    },
    { timeout: 60_000, interval: 100 },
  )
  return (await mailsTo(shop.db, address)).length
}

const signUp = (email: string) =>
  stranger().post('/api/auth/sign-up/email', {
    full_name: 'Iris Bloom',
    email,
    password: PASSWORD,
    terms_accepted: true,
  })

describe('a stranger cannot fill a mailbox', () => {
  test('15 sign-ups with one address, with tags and dots, send 3 mails a day', async () => {
    const spellings = (n: number) => [
      `bombed+${n}@example.com`,
      `bom${'.'.repeat(n % 2)}bed@example.com`,
      'b.o.m.b.e.d@example.com',
    ]
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => signUp(spellings(n)[n % 3] ?? '')),
    )
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"done":true}']))
    await countMailsTo('bombed@example.com')
    const sent = like(mails.to_address, 'b%o%m%b%e%d%@example.com')
    expect(await shop.db.$count(mails, sent)).toBe(3)

    clock.advance({ days: 1, minutes: 1 })
    await signUp('bombed@example.com')
    await countMailsTo('bombed@example.com')
    expect(await shop.db.$count(mails, sent)).toBe(4)
  })

  test('40 requests for a new password send 10 mails a day; a known device still gets one', async () => {
    const { email } = await givenProfile(shop.db)
    const own = stranger()
    await own.signIn(email, PASSWORD)
    for (let hour = 0; hour < 10; hour++) {
      const ask = () => stranger().post('/api/auth/request-password-reset', { email })
      await Promise.all([ask(), ask(), ask(), ask()])
      await countMailsTo(email)
      clock.advance({ minutes: 61 })
    }
    expect(await countMailsTo(email)).toBe(10)
    await own.post('/api/auth/request-password-reset', { email })
    expect(await countMailsTo(email)).toBe(11)
  })

  test('confirmations to an address send 5 mails a day, for all callers together', async () => {
    const victim = 'never.asked@example.com'
    for (let n = 0; n < 4; n++) {
      const thief = await givenSignedIn(shop, await givenProfile(shop.db))
      for (let again = 0; again < 2; again++) {
        await thief.post('/api/account/email', { email: victim, password: PASSWORD })
      }
    }
    expect(await countMailsTo(victim)).toBe(5)
  })

  test('an attempt to take an address sends its owner 3 mails a day', async () => {
    const { email } = await givenProfile(shop.db)
    const thief = await givenSignedIn(shop, await givenProfile(shop.db))
    for (let n = 0; n < 8; n++)
      await thief.post('/api/account/email', { email, password: PASSWORD })
    expect(await countMailsTo(email)).toBe(3)
  })

  test('12 messages by the contact form are all stored, and confirmed by 5 mails', async () => {
    const email = 'contacted@example.com'
    for (let n = 0; n < 12; n++) {
      const message = { name: 'Iris', email, phone: null, message: `Message ${n}` }
      expect((await stranger().post('/api/contact_messages', message)).status).toBe(201)
    }
    expect(await shop.db.$count(contact_messages, like(contact_messages.email, email))).toBe(12)
    expect(await countMailsTo(email)).toBe(5)
  })
})

test('a mail about a change that only the owner can make is never dropped', async () => {
  const profile = await givenProfile(shop.db)
  const iris = await givenSignedIn(shop, profile)
  for (let n = 0; n < 12; n++) await iris.call('PATCH', '/api/account', { full_name: `Iris ${n}` })
  expect(await countMailsTo(profile.email)).toBe(12)
})
