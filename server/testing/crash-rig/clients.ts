import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { createRandom } from '#demo/repeatable.ts'
import { givenPhoto } from '../upload-factories.ts'
import { type Browser, createBrowser, describe, WrongAnswer } from './browser.ts'
import { buy, type Product } from './buyers.ts'
import { emptyDiary } from './diary.ts'
import { administrate, chat, review } from './others.ts'
import type { CrashShop } from './shop.ts'

const CLIENTS = { buyers: 8, chats: 3, reviewers: 3, admins: 1, visitors: 2 }
const PASSWORD = 'a quiet morning'
/** Few enough to be sold out in a run, and for orders to compete for them. */
const SCARCE_UNITS = 12
const PLENTY_UNITS = 5000
/** Repeated uploads count too: all of a reviewer's stay within the limit of an hour. */
const REVIEWS_OF_ONE = 12
const BETWEEN_MS = 400

/** All clients use the shop until `stop` is called; then each finishes what it began. */
export async function startClients(shop: CrashShop, seed: number) {
  const diary = emptyDiary()
  const products = await prepareProducts(shop)
  let isOver = false
  let networks = 0
  const newBrowser = () => {
    networks++
    return createBrowser(shop, `10.7.${networks >> 8}.${networks & 255}`, diary.tally)
  }

  /** A wrong answer ends what was begun, and is noted. */
  async function repeat(name: string, act: (round: number) => Promise<void>, pauseMs = BETWEEN_MS) {
    for (let round = 0; !isOver; round++) {
      await act(round).catch((error) => {
        if (!(error instanceof WrongAnswer)) throw error
        diary.wrong.push(`${name}: ${error.message}`)
      })
      await wait(pauseMs)
    }
  }

  const photo = await givenPhoto(400, 500)
  const coupon = await prepareCoupon(shop)
  const choice = { plenty: products.plenty, scarce: products.scarce, coupon }
  const reviewers = await signUp(CLIENTS.reviewers, newBrowser)
  const admin = newBrowser()
  await signIn(admin, DEMO_ACCOUNTS.admin)

  const buyers = Array.from({ length: CLIENTS.buyers }, (_, n) => {
    const random = createRandom(seed * 1000 + n)
    return repeat('a buyer', () => buy(newBrowser(), random, choice, diary))
  })
  const chats = Array.from({ length: CLIENTS.chats }, () =>
    repeat('a chat', () => chat(newBrowser(), () => isOver, diary)),
  )
  const reviewing = reviewers.map((browser) =>
    repeat(
      'a reviewer',
      async (round) => {
        const product_id = products.reviewed[round]
        if (product_id && round < REVIEWS_OF_ONE) await review(browser, product_id, photo, diary)
      },
      8000,
    ),
  )
  const ofAdmin = createRandom(seed * 1000 + 999)
  const admins = [repeat('a colleague', () => administrate(admin, ofAdmin, diary), 3000)]
  const visitors = Array.from({ length: CLIENTS.visitors }, () => {
    const browser = newBrowser()
    return repeat('a visitor', async (round) => {
      const paths = ['/', '/products', `/products?q=rose+${round}`]
      const { status } = await browser.send(`${shop.front}${paths[round % paths.length]}`)
      diary.pages[status] = (diary.pages[status] ?? 0) + 1
      if (![0, 200, 503].includes(status)) throw new WrongAnswer(`a page: ${status}`)
    })
  })
  return {
    diary,
    scarce: { ...products.scarce, units: SCARCE_UNITS },
    async stop() {
      isOver = true
      await Promise.all([...buyers, ...chats, ...reviewing, ...admins, ...visitors])
    },
  }
}

async function prepareProducts(shop: CrashShop) {
  const rows = await shop.query<{ id: string; price: string; stock: number }>(
    'select id, price, stock from products where stock > 0 and archived_at is null order by id',
  )
  const [first, ...others] = rows.map((row) => ({ ...row, price: Number(row.price) }))
  if (!first || others.length < 10) throw new Error('The demo has too few products')
  const plenty = others.slice(0, 6)
  await setStock(shop, first, SCARCE_UNITS)
  for (const product of plenty) await setStock(shop, product, PLENTY_UNITS)
  return { scarce: first, plenty, reviewed: rows.map(({ id }) => id) }
}

async function setStock(shop: CrashShop, product: Product & { stock: number }, units: number) {
  await shop.query('update products set stock = $2 where id = $1', [product.id, units])
  await shop.query(
    `insert into stock_movements (product_id, change, reason) values ($1, $2, 'set')`,
    [product.id, units - product.stock],
  )
}

async function prepareCoupon(shop: CrashShop) {
  const code = 'CRASHTEN'
  await shop.query(
    `insert into coupons (code, discount_percentage, valid_from, valid_until) values ($1, 10, '2020-01-01', '2099-01-01')`,
    [code],
  )
  return code
}

async function signUp(count: number, newBrowser: () => Browser) {
  const browsers: Browser[] = []
  for (let n = 0; n < count; n++) {
    const browser = newBrowser()
    const account = { email: `reviewer.${n}@crash.example.com`, password: PASSWORD }
    const created = await browser.post('/api/auth/sign-up/email', {
      full_name: 'Iris Bloom',
      terms_accepted: true,
      ...account,
    })
    if (created.status !== 200) throw new Error(`No account: ${describe(created)}`)
    await signIn(browser, account)
    browsers.push(browser)
  }
  return browsers
}

async function signIn(browser: Browser, account: { email: string; password: string }) {
  const { email, password } = account
  const answer = await browser.post('/api/auth/sign-in/email', { email, password })
  if (answer.status !== 200) throw new Error(`Not signed in: ${describe(answer)}`)
}

export type Clients = Awaited<ReturnType<typeof startClients>>
