import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { mailedLink, PASSWORD } from './account-fixtures.ts'
import { expect, openPage } from './fixtures.ts'

export const newColleague = () => `cleo.${crypto.randomUUID().slice(0, 8)}@example.com`
export const INVITED = /You are invited/

export async function newVisitor(browser: Browser, page: Page, baseURL?: string) {
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  return openPage(context)
}

export const signIn = async (page: Page, origin = '', email: string) => {
  const data = { email, password: PASSWORD }
  const answer = await page.request.post('/api/auth/sign-in/email', { data, headers: { origin } })
  expect(answer.ok()).toBe(true)
}

/** Joins through the API; called by the address, as nobody has another name. */
export async function givenColleague(
  admin: APIRequestContext,
  browser: Browser,
  role: string,
  baseURL = '',
  two_factor_required = false,
) {
  const email = newColleague()
  const invited = await admin.post('/api/invitations', {
    data: { email, role, two_factor_required },
  })
  expect(invited.status()).toBe(201)
  const link = await mailedLink(admin, email, INVITED)
  const context = await browser.newContext({ baseURL })
  const accepted = await context.request.post('/api/invitation/accept', {
    data: { token: link.split('#')[1], full_name: email, password: PASSWORD },
    headers: { origin: baseURL },
  })
  expect(accepted.ok()).toBe(true)
  await context.close()
  return email
}

/** The shop of this worker has one owner and nobody else for the other tests. */
export async function removePeople(admin: APIRequestContext) {
  const { items } = await (await admin.get('/api/people?per_page=200')).json()
  const others = items.filter((one: { email: string }) => one.email !== DEMO_ACCOUNTS.admin.email)
  for (const { id } of others) await admin.delete(`/api/people/${id}`)
}

/** The back office of a new colleague with this role; the caller closes its context and removes the people. */
export async function openDeskOf(
  role: string,
  { admin, browser, page, baseURL }: Given,
): Promise<Page> {
  const email = await givenColleague(admin, browser, role, baseURL)
  const desk = await newVisitor(browser, page, baseURL)
  await signIn(desk, baseURL, email)
  return desk
}

type Given = { admin: APIRequestContext; browser: Browser; page: Page; baseURL?: string }
