import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { givenSignedIn, givenVisitor, type Visitor } from '#server/testing/account-factories.ts'
import { answer, givenChat, say } from '#server/testing/chat-factories.ts'
import { givenAdmin, givenProduct, PASSWORD } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'

// During a rolling restart a process of this version meets the tables of the next one.

let shop: PayableShop
let admin: Visitor

beforeAll(async () => {
  // Few connections, so that each of them has prepared its statements before the tables change.
  shop = await givenPayableShop({ env: { DATABASE_POOL: '2' } })
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
})

/** What the next version may do: see "Upgrade" in docs/operating.md. */
async function migrateFurther() {
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    await shop.db.execute(
      sql`alter table ${sql.identifier(name)} add column next_note text, add column next_flag boolean not null default false`,
    )
  }
  await shop.db.execute(sql`create table next_things (id uuid primary key, name text not null)`)
  await shop.db.execute(sql`create index next_orders on orders (next_flag, created_at)`)
}

const READ_BY_STAFF = [
  '/api/insights/dashboard',
  '/api/insights/figures',
  '/api/admin/products',
  '/api/orders/all',
  '/api/customers',
  '/api/reviews/all',
  '/api/contact_messages',
  '/api/mail_suppressions',
  '/api/audit_log',
  '/api/site_settings',
  '/api/account',
  '/api/export/audit_log.csv',
  '/api/export/orders.csv',
  '/api/export/products.csv',
]

/** The main flows, each by its own people, so that they can be repeated. */
async function useShop(round: string) {
  const product = await givenProduct(shop.db, { name: `Serum ${round}`, price: 20, stock: 5 })
  const page = await fetch(`${shop.url}/product/${product.id}`)
  expect(await page.text()).toContain(`Serum ${round}`)

  const iris = givenVisitor(shop)
  const email = `iris.${round}@example.com`
  const account = { full_name: 'Iris Bloom', email, password: PASSWORD, terms_accepted: true }
  await iris.post('/api/auth/sign-up/email', account)
  expect(await iris.signIn(email, PASSWORD)).toMatchObject({ status: 200 })
  const review = { product_id: product.id, rating: 5, title: 'Soft', comment: 'Stays.' }
  expect(await iris.post('/api/reviews', review)).toMatchObject({ status: 200 })

  const { order, session } = await givenOpenPage(shop, product)
  await shop.simulator.control.pay(session)
  expect((await admin.get(`/api/orders/${order.id}/details`)).body).toMatchObject({
    status: 'completed',
  })

  const chat = await givenChat(iris)
  const questions = ['Is it vegan?', 'And refillable?', 'And in stock?', 'Hello?']
  const sent = await Promise.all(questions.map((question) => say(iris, chat, question)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await answer(admin, chat.id, { message: 'It is.' })).toMatchObject({ status: 200 })

  const edit = { version: product.version, price: 21 }
  expect(await admin.call('PATCH', `/api/products/${product.id}`, edit)).toMatchObject({
    status: 200,
  })
  const answers = []
  for (const path of READ_BY_STAFF) answers.push([path, (await admin.get(path)).status])
  expect(answers).toEqual(READ_BY_STAFF.map((path) => [path, 200]))
}

test('this version serves on when the next one has added columns to every table', async () => {
  // Before it as well: connections then hold prepared statements for the tables as they were.
  await useShop('before')
  await migrateFurther()
  await useShop('after')
  expect(await shop.findings()).toEqual([])
})

/** From here on each migration leaves what the version before it uses. */
const FIRST_CHECKED = '0036'
/** Named in the changelog as versions that can not run beside the one before, or drop what that one no longer uses. */
const EXCEPTIONS = ['0039_one_consent.sql']

/** Parts of statements that break a process of the version before. */
const BREAKING = [
  /\bdrop\s+(table|column|type|view|schema|sequence)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\bset\s+data\s+type\b/i,
  /\badd\s+column\b(?!.*\b(default|generated)\b).*\bnot\s+null\b/i,
]

test('migrations leave what a process of the version before reads and writes', () => {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url))
  const checked = readdirSync(folder).filter(
    (file) => file.endsWith('.sql') && file >= FIRST_CHECKED && !EXCEPTIONS.includes(file),
  )
  expect(checked.length).toBeGreaterThan(0)
  const breaking = checked.flatMap((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .split('--> statement-breakpoint')
      .filter((statement) => BREAKING.some((part) => part.test(statement)))
      .map((statement) => `${file}: ${statement.trim()}`),
  )
  expect(breaking).toEqual([])
})
