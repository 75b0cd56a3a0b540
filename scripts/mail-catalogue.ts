/**
 * Draws every mail at the width of a phone and of a desktop, for docs/mails.md: `npm run docs:mails -- URL`, with the
 * demo shop running there.
 */
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts'
import { templates } from '../emails/catalogue.ts'
import { findChromium } from './find-chromium.mjs'

const WIDTHS = { phone: 390, desktop: 700 } as const
const FOLDER = 'docs/mails'
const LARGEST_TOTAL = 2_000_000

async function main(base: string) {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findChromium(path.resolve(import.meta.dirname, '..')),
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } })
  const { email, password } = DEMO_ACCOUNTS.admin
  const signIn = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
  })
  if (!signIn.ok()) throw new Error(`No sign-in at ${base}: ${signIn.status()}`)
  // Also those of parts that the owner has not set up, which the back office does not list.
  const ids = Object.keys(templates)
  let total = 0
  for (const id of ids) total += await draw(context, id)
  await browser.close()
  console.log(`${ids.length} mails, ${Math.round(total / 1000)} kB in ${FOLDER}`)
  if (total > LARGEST_TOTAL) throw new Error(`More than ${LARGEST_TOTAL / 1000} kB`)
}

/** The bytes of both pictures. */
async function draw(context: BrowserContext, id: string) {
  const answer = await context.request.post(`/api/mail_templates/${id}/preview`, { data: {} })
  const { html } = await answer.json()
  let bytes = 0
  for (const [device, width] of Object.entries(WIDTHS)) {
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 600 })
    // At the address of the shop: a page without one may not load pictures from this machine.
    await page.route('/mail', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto('/mail', { waitUntil: 'networkidle' })
    const picture = await page.screenshot({ fullPage: true })
    const file = path.join(FOLDER, `${id}-${device}.webp`)
    await sharp(picture).webp({ quality: 62, effort: 6 }).toFile(file)
    bytes += (await stat(file)).size
    await page.close()
  }
  return bytes
}

await main(process.argv[2] ?? 'http://localhost:3000')
