/**
 * Draws the pictures of the guide: `npm run docs:guide -- URL [NAME…]`, with a fresh demo shop running there. Each
 * shows a screen at 1440×900.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type APIRequestContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts'
import {
  chooseShipments,
  enterKey,
  enterOrder,
  firstOf,
  withColleagues,
  withFeed,
  withKeys,
  withPaymentMethods,
  withReturn,
  withSizes,
  withTaxes,
  withTransfer,
  withWebhooks,
  withZones,
} from './guide-data.ts'
import { chooseCustomers, chooseExport, withRedirects } from './guide-moving.ts'
import { withVisits } from './guide-visits.ts'

const FOLDER = 'docs/guide/pictures'
const VIEWPORT = { width: 1440, height: 900 }
const LARGEST_PICTURE = 60_000
const QUALITIES = [60, 45, 30]

type Picture = {
  name: string
  /** Where it is taken, when its address is known. */
  url?: string
  /** For screens of one thing: the first of a list, as its address. */
  first?: (request: APIRequestContext, base: string) => Promise<string>
  /** What to do on the screen before. */
  prepare?: (page: Page) => Promise<void>
}

/** Below the bar of the back office. */
const toTop = (element: Element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 100)

const PICTURES: readonly Picture[] = [
  {
    name: 'home',
    url: '/admin',
    prepare: (page) => page.getByText('to ship').first().waitFor(),
  },
  { name: 'dashboard', url: '/admin/dashboard?from=2000-01-01' },
  { name: 'products', url: '/admin/products' },
  { name: 'product', first: firstOf('products', '/admin/products') },
  {
    name: 'sizes',
    first: withSizes,
    prepare: (page) => page.getByRole('heading', { name: 'Sizes and shades' }).evaluate(toTop),
  },
  {
    name: 'sizes-list',
    url: '/admin/products',
    prepare: async (page) => {
      await page
        .getByRole('button', { expanded: false, name: /3 sizes$/ })
        .first()
        .click()
      await page.getByRole('link', { name: /, 100 ml$/ }).waitFor()
    },
  },
  { name: 'move-products', url: '/admin/products', prepare: chooseExport },
  { name: 'move-customers', url: '/admin/customers', prepare: chooseCustomers },
  { name: 'redirects', first: withRedirects },
  { name: 'orders', url: '/admin/orders' },
  { name: 'order', first: firstOf('orders/all?status=completed', '/admin/orders') },
  { name: 'new-order', url: '/admin/orders/new', prepare: enterOrder },
  { name: 'ship-from-csv', url: '/admin/orders?to_ship=true', prepare: chooseShipments },
  { name: 'return', first: withReturn },
  { name: 'clover', url: '/admin/clover' },
  { name: 'payment-methods', first: withPaymentMethods },
  {
    name: 'mark-as-paid',
    first: withTransfer,
    prepare: (page) => page.getByRole('button', { name: 'Mark as paid' }).waitFor(),
  },
  { name: 'coupons', url: '/admin/coupons' },
  { name: 'shipping', first: withZones },
  { name: 'tax', first: withTaxes },
  { name: 'notifications', url: '/admin/notifications' },
  { name: 'people', first: withColleagues },
  {
    name: 'invite',
    url: '/admin/people',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite a colleague' }).click()
      await page.getByLabel('Email').fill('lena@example.com')
    },
  },
  { name: 'api-keys', first: withKeys },
  { name: 'new-key', url: '/admin/api-keys', prepare: enterKey },
  { name: 'webhooks', first: withWebhooks },
  { name: 'product-feed', first: withFeed },
  { name: 'visitors', first: withVisits },
  { name: 'tracking', url: '/admin/tracking' },
  { name: 'banner', url: '/admin/banner' },
  { name: 'pages', url: '/admin/pages' },
  {
    name: 'settings',
    url: '/admin/settings',
    prepare: (page) => page.getByRole('heading', { name: 'Look' }).evaluate(toTop),
  },
  { name: 'reviews', url: '/admin/products?tab=reviews' },
  {
    name: 'chat',
    url: '/admin/chat',
    prepare: (page) => page.locator('[data-conversation]').first().click(),
  },
  { name: 'contact', url: '/admin/contact-messages' },
  { name: 'mail-server', url: '/admin/mail-server' },
  {
    name: 'email-templates',
    url: '/admin/email-templates',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Order Shipped' }).click()
      await page.getByRole('button', { name: 'Preview of Order Shipped' }).click()
      await page.getByRole('button', { name: 'Order Shipped', exact: true }).evaluate(toTop)
      await page.frameLocator('iframe').locator('h1, h2, p').first().waitFor()
    },
  },
  { name: 'marketing', url: '/admin/marketing' },
  { name: 'customers', url: '/admin/customers' },
  {
    name: 'backups',
    url: '/admin/backups',
    prepare: async (page) => {
      await withBackup(page)
      await withServerFolder(page)
    },
  },
  {
    name: 'backup-copies',
    url: '/admin/backups',
    prepare: async (page) => {
      await withServerFolder(page)
      await page.getByRole('button', { name: 'Set up copies' }).click()
      const fill = (label: string, text: string) =>
        page.getByLabel(label, { exact: true }).fill(text)
      await fill('Address (optional)', 'https://s3.example.com')
      await fill('Bucket', 'petal-and-dew')
      await fill('Region', 'eu-central-1')
      await fill('Access key', 'PETALEXAMPLEKEY')
      await fill('Secret key', 'a secret of the provider')
      await fill('Passphrase', 'seven quiet gardens')
      await fill('Passphrase again', 'seven quiet gardens')
    },
  },
  {
    name: 'restore',
    url: '/admin/backups',
    prepare: async (page) => {
      await withBackup(page)
      await withServerFolder(page)
      await page
        .getByRole('button', { name: /^Restore petal-/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'See what it holds' }).click()
      await page.getByLabel(/^Type the name of the shop/).fill('Petal')
    },
  },
  { name: 'address', url: '/admin/shop-address' },
  {
    name: 'changes',
    url: '/admin/coupons',
    prepare: async (page) => {
      for (const code of ['GLOW5', 'SPRING20', 'VIP25']) {
        await page.getByRole('switch', { name: `${code} is active` }).click()
        await page.getByText('Coupon updated successfully').first().waitFor()
      }
      await page.goto('/admin/changes')
    },
  },
]

/** A fresh shop has none before its first night. */
async function withBackup(page: Page) {
  const restore = page.getByRole('button', { name: /^Restore petal-/ }).first()
  if (await restore.isVisible()) return
  await page.getByRole('button', { name: 'Back up now' }).click()
  await restore.waitFor()
  await page.reload()
  await shown(page)
}

/** Where a server has its backups, not the machine that draws the picture. */
const withServerFolder = (page: Page) =>
  page.getByText(/\/data\/backups$/).evaluate((folder) => {
    folder.textContent = '/srv/petal/data/backups'
  })

async function main(base: string, ...names: string[]) {
  if (names.length === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({
    baseURL: base,
    viewport: VIEWPORT,
    extraHTTPHeaders: { origin: base },
    reducedMotion: 'reduce',
  })
  // Only to end what would wait for ever: a busy machine is slow.
  context.setDefaultTimeout(300_000)
  const { email, password } = DEMO_ACCOUNTS.admin
  const signIn = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
  })
  if (!signIn.ok()) throw new Error(`No sign-in at ${base}: ${signIn.status()}`)
  const page = await context.newPage()
  for (const picture of PICTURES) {
    if (names.length > 0 && !names.includes(picture.name)) continue
    await page.goto(picture.url ?? (await picture.first?.(context.request, base)) ?? '/admin')
    await shown(page)
    await picture.prepare?.(page)
    await shown(page)
    await save(picture.name, await page.screenshot())
  }
  await browser.close()
}

/** The live stream of the back office never ends, so "no more requests" cannot be waited for. */
async function shown(page: Page) {
  await page.locator('main h1, main h2').first().waitFor()
  await page.waitForFunction(() => {
    const texts = [...document.querySelectorAll('main *')].filter(
      (element) => !element.children.length,
    )
    const pictures = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    )
    const isLoading = texts.some((element) => /^Loading/.test(element.textContent?.trim() ?? ''))
    const hasSkeleton = document.querySelector('main .shimmer') !== null
    return !isLoading && !hasSkeleton && pictures.every((image) => image.complete)
  })
  await page.evaluate(() => document.fonts.ready)
}

/** As good as fits. */
async function save(name: string, screenshot: Buffer) {
  const file = path.join(FOLDER, `${name}.webp`)
  for (const quality of QUALITIES) {
    const { size } = await sharp(screenshot).webp({ quality, effort: 6 }).toFile(file)
    if (size > LARGEST_PICTURE) continue
    console.log(`${file}: ${Math.round(size / 1000)} kB`)
    return
  }
  throw new Error(`${file} has more than ${LARGEST_PICTURE / 1000} kB`)
}

const [base = 'http://localhost:3000', ...names] = process.argv.slice(2)
await main(base, ...names)
