/**
 * Draws every mail at the width of a phone and of a desktop, for docs/mails.md: `npm run docs:mails -- URL`, with the
 * demo shop running there.
 */
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts'

const WIDTHS = { phone: 390, desktop: 700 } as const
const FOLDER = 'docs/mails'
const LARGEST_TOTAL = 1_500_000

type Template = { id: string; name: string }

async function main(base: string) {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } })
  const { email, password } = DEMO_ACCOUNTS.admin
  const signIn = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
  })
  if (!signIn.ok()) throw new Error(`No sign-in at ${base}: ${signIn.status()}`)
  const templates: Template[] = await (await context.request.get('/api/mail_templates')).json()
  let total = 0
  for (const { id } of templates) total += await draw(context, id)
  await browser.close()
  console.log(`${templates.length} mails, ${Math.round(total / 1000)} kB in ${FOLDER}`)
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
    await page.setContent(html, { waitUntil: 'networkidle' })
    const picture = await page.screenshot({ fullPage: true })
    const file = path.join(FOLDER, `${id}-${device}.webp`)
    await sharp(picture).webp({ quality: 62, effort: 6 }).toFile(file)
    bytes += (await stat(file)).size
    await page.close()
  }
  return bytes
}

await main(process.argv[2] ?? 'http://localhost:3000')
