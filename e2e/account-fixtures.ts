import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const PASSWORD = 'a quiet morning'
export const newAddress = () => `iris.${randomUUID().slice(0, 8)}@example.com`

/** An account of the test's own, so that it can be signed out, changed and deleted. */
export async function givenAccount(page: Page, origin: string) {
  const email = newAddress()
  const body = { full_name: 'Iris Bloom', email, password: PASSWORD, terms_accepted: true }
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: body,
    headers: { origin },
  })
  expect(answer.ok()).toBe(true)
  return email
}

export async function signIn(page: Page, origin: string, email: string, password = PASSWORD) {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin },
  })
  expect(answer.ok()).toBe(true)
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

const PHONE_WIDTH = 390

/** A `summary`, so that it also works without script. */
export const menuButton = (page: Page) => page.locator('header').getByLabel('Menu', { exact: true })

/** The links for accounts: in the bar, or in the menu of a phone. */
export async function accountLinks(page: Page) {
  if ((page.viewportSize()?.width ?? 0) > PHONE_WIDTH) return page.getByRole('banner')
  await menuButton(page).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Without a mail server mails are stored, where the administrator can read them. */
export async function mailedLink(admin: APIRequestContext, to: string, subject: RegExp) {
  let link: string | undefined
  await expect(async () => {
    const { items } = await (await admin.get('/api/mails', { params: { q: to } })).json()
    const mail = items.find((one: { subject: string }) => subject.test(one.subject))
    const { text } = await (await admin.get(`/api/mails/${mail?.id}`)).json()
    link = /https?:\/\/\S+#[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return new URL(link ?? '').pathname + new URL(link ?? '').hash
}
