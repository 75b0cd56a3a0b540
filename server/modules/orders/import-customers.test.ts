import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { optOut, recordConsent, standingOf } from '#server/modules/consent/index.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { peopleMatching } from './audience.ts'
import { findCustomers, listCustomers, readCustomer, removeContact } from './customers.ts'
import { importCustomers } from './import-customers.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-11-18T12:00:00Z') }
const source = 'Customers of my Shopify shop'

const SHOPIFY_COLUMNS = [
  ...['Customer ID', 'First Name', 'Last Name', 'Email', 'Accepts Email Marketing'],
  ...['Default Address Company', 'Default Address Address1', 'Default Address Address2'],
  ...['Default Address City', 'Default Address Province Code', 'Default Address Country Code'],
  ...['Default Address Zip', 'Default Address Phone', 'Phone', 'Accepts SMS Marketing'],
  ...['Total Spent', 'Total Orders', 'Note', 'Tax Exempt', 'Tags'],
]

const csvOf = (rows: Record<string, string>[], columns = SHOPIFY_COLUMNS) =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { header: true, columns },
  )

const run = (csv: string, input = {}) =>
  importCustomers(db, { csv, dry_run: false, source, ...input }, by)

const rose = {
  'Customer ID': "'6814",
  'First Name': 'Rose',
  'Last Name': 'Hip',
  Email: 'Rose.Hip@Example.com',
  'Accepts Email Marketing': 'yes',
  'Default Address Address1': '1 Garden Lane',
  'Default Address City': 'Portland',
  'Default Address Province Code': 'OR',
  'Default Address Country Code': 'US',
  'Default Address Zip': "'97201",
}

/** Orders in this test file hold no stock; only what is said about customers counts here. */
const findings = async () =>
  (await checkInvariants(db, new Date())).filter((line) => line.includes('customer'))

const countRows = async (table: string) =>
  Number((await db.execute(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n)

test('a dry run says what will happen and writes nothing', async () => {
  const result = await run(
    csvOf([
      rose,
      { Email: 'not an address', 'First Name': 'Odd' },
      { 'First Name': 'Phone only', Phone: '555' },
      { Email: 'maybe@example.com', 'Accepts Email Marketing': 'perhaps' },
      { Email: 'rose.hip@example.com' },
    ]),
    { dry_run: true },
  )
  expect(result).toMatchObject({
    applied: false,
    created: 1,
    problems: [
      { line: 3, reason: 'not an address is not an email address' },
      { line: 4, reason: 'The email address is missing' },
      { line: 5, reason: '"perhaps" is no answer to marketing mail: write yes or no' },
      { line: 6, reason: 'The same address as in line 2' },
    ],
    rows: [{ line: 2, email: 'rose.hip@example.com', full_name: 'Rose Hip', consent: 'recorded' }],
  })
  expect(result.left_out).toContain('total spent')
  expect(await countRows('contacts')).toBe(0)
  expect(await countRows('marketing_consents')).toBe(0)
})

test('contacts are listed as guests with their consent and its proof; no account, no mail', async () => {
  const before = [await countRows('profiles'), await countRows('mails')]
  const jobs = await countRows('pgboss.job')
  const csv = csvOf([rose, { Email: 'plain@example.com', 'Accepts Email Marketing': 'no' }])
  const result = await run(csv)
  expect(result).toMatchObject({
    applied: true,
    created: 2,
    consents: { recorded: 1, known: 0, refused: 0, none: 1 },
  })
  expect([await countRows('profiles'), await countRows('mails')]).toEqual(before)
  expect(await countRows('pgboss.job')).toBe(jobs)
  expect(await readCustomer(db, 'rose.hip@example.com')).toMatchObject({
    user_id: null,
    full_name: 'Rose Hip',
    order_count: 0,
    consent_at: by.at.toISOString(),
    consent_source: 'import',
    consent_proof: `${source} (line 2, accepts email marketing: yes; no date stated)`,
    contact: {
      source,
      address: {
        address: '1 Garden Lane',
        city: 'Portland',
        state: 'OR',
        zipCode: '97201',
        country: 'United States',
      },
    },
  })
  expect((await standingOf(db, 'plain@example.com')).news.refusal).toBe('no-consent')
  expect(await findCustomers(db, 'rose.hip')).toMatchObject([
    { address: { fullName: 'Rose Hip', email: 'rose.hip@example.com', city: 'Portland' } },
  ])
  expect(await run(csv)).toMatchObject({
    created: 0,
    unchanged: 2,
    consents: { recorded: 0, known: 1 },
  })
  expect(await findings()).toEqual([])
})

test('a campaign finds them among the guests', async () => {
  const people = peopleMatching({ type: 'guest' })
  const found = await db.select({ email: people.email, name: people.name }).from(people)
  expect(found).toContainEqual({ email: 'rose.hip@example.com', name: 'Rose Hip' })
  const buyers = peopleMatching({ type: 'guest', from: '2020-01-01' })
  expect(await db.select({ email: buyers.email }).from(buyers)).toEqual([])
})

test('what somebody decided here wins over the list', async () => {
  const at = new Date('2026-11-01T12:00:00Z')
  await optOut(db, 'left@example.com', at.toISOString())
  await recordConsent(db, { email: 'reader@example.com', consent: true, source: 'checkout', at })
  await recordConsent(db, { email: 'gone@example.com', consent: true, source: 'checkout', at })
  await db.execute(
    sql`update marketing_consents set withdrawn_at = now() where email = 'gone@example.com'`,
  )
  const csv = `email,consent,consent date
left@example.com,yes,2026-11-10
reader@example.com,yes,2026-11-10
gone@example.com,subscribed,2026-11-10
dated@example.com,TRUE,2024-03-02
`
  expect(await run(csv)).toMatchObject({
    applied: true,
    consents: { recorded: 1, known: 1, refused: 2, none: 0 },
  })
  const refusal = async (email: string) => (await standingOf(db, email)).news
  expect(await refusal('left@example.com')).toMatchObject({ refusal: 'unsubscribed' })
  expect(await refusal('gone@example.com')).toMatchObject({ refusal: 'no-consent' })
  expect(await refusal('reader@example.com')).toMatchObject({ source: 'checkout' })
  expect(await refusal('dated@example.com')).toMatchObject({
    source: 'import',
    given_at: '2024-03-02T00:00:00.000Z',
  })
  // Off the list of the shop, the address still has no consent.
  await db.execute(sql`delete from mail_suppressions where email = 'left@example.com'`)
  expect(await refusal('left@example.com')).toMatchObject({ refusal: 'no-consent' })
})

test('rows with problems are left out on request; a file without addresses is refused', async () => {
  const csv = 'name,email,newsletter\nGood,good@example.com,1\nBad,nowhere,1\n'
  expect(await run(csv)).toMatchObject({ applied: false })
  expect(await run(csv, { leave_out_broken: true })).toMatchObject({ applied: true, created: 1 })
  expect(await run('name,telephone\nA,1\n', { leave_out_broken: true })).toMatchObject({
    applied: false,
    problems: [{ line: 1, reason: 'There is no column "email"' }],
  })
})

test('an account stays as it is, and a guest keeps the name of the last order', async () => {
  const profile = await givenProfile(db, { full_name: 'Own Name' })
  const email = 'buyer@example.com'
  await givenOrder(db, { guest_email: email })
  const { full_name } = await readCustomer(db, email)
  const csv = `name,email\nOther Name,${profile.email}\nThird Name,${email}\n`
  expect(await run(csv)).toMatchObject({ applied: true, accounts: 1, created: 1 })
  expect((await listCustomers(db, { q: profile.email })).items).toMatchObject([
    { user_id: profile.id, full_name: 'Own Name' },
  ])
  expect(await readCustomer(db, email)).toMatchObject({ full_name, order_count: 1 })
})

test('what was imported is deleted on request, with its consent; an order keeps its customer', async () => {
  await removeContact(db, 'Rose.Hip@example.com', by)
  await expect(readCustomer(db, 'rose.hip@example.com')).rejects.toThrow()
  expect((await standingOf(db, 'rose.hip@example.com')).news.refusal).toBe('no-consent')
  await removeContact(db, 'buyer@example.com', by)
  expect(await readCustomer(db, 'buyer@example.com')).toMatchObject({ order_count: 1 })
  await removeContact(db, 'reader@example.com', by)
  expect((await standingOf(db, 'reader@example.com')).news.source).toBe('checkout')
  const log = await db.execute(sql`select * from audit_log`)
  expect(JSON.stringify(log.rows)).not.toMatch(/rose\.hip/i)
})

test('ten thousand people at once', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `P ${n},p${n}@example.com,yes`)
  const result = await run(`name,email,consent\n${rows.join('\n')}\n`)
  expect(result).toMatchObject({ applied: true, created: 10_000 })
  expect(await findings()).toEqual([])
}, 120_000)
