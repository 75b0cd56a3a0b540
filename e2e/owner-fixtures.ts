import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, openPage } from './fixtures.ts'
import { errorToast } from './toasts.ts'

const picture = (colour: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: colour } })
    .png()
    .toBuffer()

export const file = async (name: string, colour = '#c8a2a2') => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(colour),
})

/** A list or screen that could not be loaded says so in its place and as a destructive toast that covers no title. */
export async function expectFailedLoad(page: Page, text: string) {
  const shown = errorToast(page)
  await expect(shown.getByText(text)).toBeVisible()
  // It slides in from above, so it lies no lower later.
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {}
  expect(y + height, 'the toast leaves the title free').toBeLessThanOrEqual(title?.y ?? 0)
  const inPlace = page.getByRole('alert').filter({ hasText: text })
  await expect(inPlace.getByRole('button', { name: 'Try again' })).toBeVisible()
  return inPlace
}

/** Opens a screen and waits until it hears of what others change. */
export async function openLive(page: Page, screen: string) {
  const stream = page.waitForResponse('**/api/live/changes*')
  await page.goto(screen)
  await stream
}

/** What a visitor sees now, in a browser without a session. */
export async function asVisitor(page: Page, path: string, check: (visitor: Page) => Promise<void>) {
  const context = await page.context().browser()?.newContext({ viewport: page.viewportSize() })
  if (!context) throw new Error('no browser')
  const visitor = await openPage(context)
  await visitor.goto(new URL(path, page.url()).href)
  await check(visitor)
  await context.close()
}

export async function givenCoupon(admin: APIRequestContext) {
  const code = `E2E${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const created = await admin.post('/api/coupons', {
    data: {
      code,
      discount_percentage: 10,
      discount_amount: null,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_until: '2031-01-01T00:00:00.000Z',
      active: true,
      max_uses: null,
    },
  })
  expect(created.ok(), await created.text()).toBe(true)
  return code
}

type Setting = { setting_key: string; setting_value: string; version: number }

const readSettings = async (admin: APIRequestContext): Promise<Setting[]> =>
  (await admin.get('/api/editable/site_settings')).json()

export async function saveSetting(admin: APIRequestContext, key: string, setting_value: string) {
  const row = (await readSettings(admin)).find(({ setting_key }) => setting_key === key)
  const data = { setting_value, version: row?.version ?? 0 }
  const saved = await admin.put(`/api/site_settings/${key}`, { data })
  expect(saved.ok(), await saved.text()).toBe(true)
}

/** Remembers the settings; the returned function stores them again. */
export async function rememberSettings(admin: APIRequestContext) {
  const before = await readSettings(admin)
  return async () => {
    const now = await readSettings(admin)
    for (const { setting_key, setting_value } of before) {
      const changed = now.find((row) => row.setting_key === setting_key)
      if (changed?.setting_value !== setting_value)
        await saveSetting(admin, setting_key, setting_value)
    }
  }
}
