import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const PASSWORD = 'a quiet morning'
const newAddress = () => `iris.${randomUUID().slice(0, 8)}@example.com`

/** An account of the test's own, so that it can be signed out, changed and deleted. */
async function givenAccount(page: Page, origin: string) {
  const email = newAddress()
  const body = { full_name: 'Iris Bloom', email, password: PASSWORD, terms_accepted: true }
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: body,
    headers: { origin },
  })
  expect(answer.ok()).toBe(true)
  return email
}

async function signIn(page: Page, origin: string, email: string, password = PASSWORD) {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin },
  })
  expect(answer.ok()).toBe(true)
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notice = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

const PHONE_WIDTH = 390

/** The links for accounts: in the bar, or in the menu of a phone. */
async function accountLinks(page: Page) {
  if ((page.viewportSize()?.width ?? 0) > PHONE_WIDTH) return page.getByRole('banner')
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Without a mail server the shop keeps its mails, where the administrator can read them. */
async function mailedLink(page: Page, origin: string, to: string, subject: RegExp) {
  const browser = page.context().browser()
  const office = await browser?.newContext({ baseURL: origin })
  if (!office) throw new Error('No browser')
  const { email, password } = DEMO_ACCOUNTS.admin
  const headers = { origin }
  await office.request.post('/api/auth/sign-in/email', { data: { email, password }, headers })
  let link: string | undefined
  await expect(async () => {
    const list = await (await office.request.get(`/api/mails?q=${encodeURIComponent(to)}`)).json()
    const mail = list.items.find((one: { subject: string }) => subject.test(one.subject))
    const { text } = await (await office.request.get(`/api/mails/${mail?.id}`)).json()
    link = /https?:\/\/\S+#[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 20_000 })
  await office.close()
  return new URL(link ?? '').pathname + new URL(link ?? '').hash
}

test.describe('signing up and in', () => {
  test('says what is missing, keeps what was typed, and ends at home', async ({
    asGuest: page,
    expectTrouble,
  }) => {
    expectTrouble(/40[19]|status of 40/)
    const email = newAddress()
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.getByRole('tab', { name: 'Sign Up' }).click()

    await button(page, 'Sign Up').click()
    await expect(page.getByText('Full name is required')).toBeVisible()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectAccessible(page)

    await field(page, 'Full Name').fill('Iris Bloom')
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill('12345')
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await field(page, 'Password').fill('iloveyou')
    await button(page, 'Sign Up').click()
    await expect(notice(page)).toContainText(
      'You must agree to the Terms of Service and Privacy Policy',
    )
    await expect(page.getByLabel(/news and offers/)).not.toBeChecked()
    await page.getByLabel(/I agree to the/).check()
    await button(page, 'Sign Up').click()
    await expect(notice(page)).toContainText('This password is one of the first')
    await expect(field(page, 'Full Name')).toHaveValue('Iris Bloom')

    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Show password').click()
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
    await button(page, 'Sign Up').click()
    await expect(notice(page)).toContainText(
      'Account created! You can now sign in with your credentials.',
    )

    await expect(field(page, 'Email')).toHaveValue(email)
    await field(page, 'Password').fill('not the password')
    await button(page, 'Sign In').click()
    await expect(notice(page)).toContainText('Invalid email or password')
    await expect(field(page, 'Password')).toHaveValue('not the password')
    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Sign In').click()
    await expect(notice(page)).toContainText('Welcome back!')
    await expect(page).toHaveURL('/')
  })

  test('leads to the terms and the privacy policy without losing the form', async ({
    asGuest: page,
  }) => {
    await page.goto('/auth?mode=signup')
    await field(page, 'Full Name').fill('Iris Bloom')
    for (const [name, path] of [
      ['Terms of Service', '/page/terms-of-service'],
      ['Privacy Policy', '/page/privacy-policy'],
    ] as const) {
      const opened = page.waitForEvent('popup')
      await page.getByRole('main').getByRole('link', { name }).click()
      const other = await opened
      await expect(other).toHaveURL(path)
      await other.close()
    }
    await expect(field(page, 'Full Name')).toHaveValue('Iris Bloom')
  })

  test('a second sign-up with the same address looks the same', async ({
    asGuest: page,
    baseURL,
  }) => {
    const email = await givenAccount(page, baseURL ?? '')
    await page.goto('/auth?mode=signup')
    await field(page, 'Full Name').fill('Mallory')
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill('taken over now')
    await page.getByLabel(/I agree to the/).check()
    await button(page, 'Sign Up').click()
    await expect(notice(page)).toContainText(
      'Account created! You can now sign in with your credentials.',
    )
  })

  test('goes on to a path of this site, and never to another', async ({
    asGuest: page,
    baseURL,
  }) => {
    const email = await givenAccount(page, baseURL ?? '')
    const enter = async () => {
      await field(page, 'Email').fill(email)
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Sign In').click()
      await expect(notice(page)).toContainText('Welcome back!')
    }
    await page.goto('/auth?redirect=/checkout')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.goto('/auth?mode=signin&redirect=/my-orders')
    await enter()
    await expect(page).toHaveURL('/my-orders')
    await expect(page.getByText('No orders yet')).toBeVisible()

    await page.context().clearCookies()
    await page.goto('/auth?mode=signin&redirect=//evil.example/')
    await enter()
    await expect(page).toHaveURL('/')

    await page.goto('/auth')
    await expect(page).toHaveURL('/')
  })

  test('asks for the code of an app when there are two steps', async ({
    asGuest: page,
    expectTrouble,
  }) => {
    expectTrouble(/401/)
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({ json: { second_step: true } }),
    )
    await page.goto('/auth')
    await field(page, 'Email').fill('ada@example.com')
    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Sign In').click()
    await expect(field(page, 'Six-digit code')).toBeFocused()
    await expectAccessible(page)
    await button(page, 'Use a recovery code').click()
    await expect(field(page, 'Recovery code')).toBeVisible()
    await field(page, 'Recovery code').fill('aaaaa-bbbbb')
    await button(page, 'Continue').click()
    await expect(notice(page)).toContainText('Please sign in with your password again.')
    await expect(button(page, 'Sign In')).toBeVisible()
  })
})

test.describe('the bar', () => {
  test('offers a guest to sign in', async ({ asGuest: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    await expect(links.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    await expect(links.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
    await expect(links.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await expect(links.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  })

  test('offers a shopper the own orders', async ({ asShopper: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    await expect(links.getByRole('link', { name: 'My Orders' })).toBeVisible()
    await expect(links.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(links.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await expect(links.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  })

  test('offers an administrator the dashboard instead', async ({ asAdmin: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    await expect(links.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(links.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
  })

  test('signs out, says so and goes home', async ({ asGuest: page, baseURL }) => {
    await signIn(page, baseURL ?? '', await givenAccount(page, baseURL ?? ''))
    await page.goto('/products')
    await (await accountLinks(page)).getByRole('button', { name: 'Sign Out' }).click()
    await expect(notice(page)).toContainText('Signed out successfully')
    await expect(page).toHaveURL('/')
    await expect((await accountLinks(page)).getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  test('never shows a state that turns out wrong, however often one reloads', async ({
    asShopper: page,
  }) => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const link of document.querySelectorAll('header a[href="/auth"]')) {
          seen.push(link.textContent ?? '')
        }
        if (document.querySelector('main input[type="password"]')) seen.push('form')
      }).observe(document, { childList: true, subtree: true })
    })
    for (const path of ['/', '/my-orders', '/auth']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(await accountLinks(page)).toContainText('My Orders')
      expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
    }
  })
})

test.describe('the back office', () => {
  test('sends strangers away', async ({ asGuest: page }) => {
    await page.goto('/admin/products')
    await expect(page).toHaveURL('/')
    await Promise.all([
      page.goto('/admin/clover'),
      expect(notice(page)).toContainText("You don't have permission to access this page"),
    ])
    await expect(page).toHaveURL(/\/auth/)
  })

  test('sends shoppers away', async ({ asShopper: page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL('/')
    await Promise.all([
      page.goto('/admin/clover'),
      expect(notice(page)).toContainText('Access Denied'),
    ])
    await expect(page).toHaveURL('/')
  })
})

test('a forgotten password: the mailed link works once, and every session ends', async ({
  asGuest: page,
  baseURL,
  browser,
  expectTrouble,
}) => {
  expectTrouble(/40[19]/)
  const origin = baseURL ?? ''
  const email = await givenAccount(page, origin)
  const elsewhere = await browser.newPage({ baseURL: origin })
  await signIn(elsewhere, origin, email)

  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await field(page, 'Email').fill(email)
  await button(page, 'Send me a link').click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  await expectAccessible(page)

  const link = await mailedLink(page, origin, email, /^Reset your/)
  await page.goto(link)
  await field(page, 'New password').fill('short')
  await button(page, 'Save new password').click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await field(page, 'New password').fill('a brighter evening')
  await button(page, 'Save new password').click()
  await expect(notice(page)).toContainText('Your password is changed')
  await expect(page).toHaveURL('/auth?mode=signin')

  expect((await elsewhere.request.get('/api/account')).status()).toBe(401)
  await elsewhere.close()
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a brighter evening')
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await field(page, 'New password').fill('one more time')
  await button(page, 'Save new password').click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a session that ends in the middle of work: signing in again loses nothing', async ({
  asGuest: page,
  baseURL,
  expectTrouble,
}) => {
  expectTrouble(/401/)
  const origin = baseURL ?? ''
  const email = await givenAccount(page, origin)
  await signIn(page, origin, email)
  await page.goto('/account')
  await field(page, 'Full name').fill('Iris Meadow')

  const ended = await page.request.delete('/api/account/sessions', { headers: { origin } })
  expect(ended.ok()).toBe(true)
  await button(page, 'Save name').click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()

  await expect(field(page, 'Full name')).toHaveValue('Iris Meadow')
  await button(page, 'Save name').click()
  await expect(notice(page)).toContainText('Your name is saved')
})

test.describe('the account screen', () => {
  test('is for signed-in people', async ({ asGuest: page }) => {
    await page.goto('/account')
    await expect(page).toHaveURL('/auth?mode=signin&redirect=%2Faccount')
  })

  test('changes name, consent, password and address, and lets go of everything', async ({
    asGuest: page,
    baseURL,
    expectTrouble,
  }) => {
    test.slow()
    expectTrouble(/409/)
    const origin = baseURL ?? ''
    const email = await givenAccount(page, origin)
    await signIn(page, origin, email)
    await page.goto('/account')
    await expect(field(page, 'Full name')).toHaveValue('Iris Bloom')

    await page.getByLabel(/news and offers/).check()
    await expect(notice(page)).toContainText('You will hear from us')
    await expect(page.getByText('Agreed on')).toBeVisible()

    await field(page, 'Current password').fill('wrong')
    await field(page, 'New password').fill('a brighter evening')
    await button(page, 'Change password').click()
    await expect(notice(page)).toContainText('This is not your current password.')
    await expect(field(page, 'New password')).toHaveValue('a brighter evening')
    await field(page, 'Current password').fill(PASSWORD)
    await button(page, 'Change password').click()
    await expect(notice(page)).toContainText('Your password is changed')

    const another = newAddress()
    await button(page, 'Change address').click()
    await field(page, 'New e-mail').fill(another)
    await field(page, 'Your password').fill('a brighter evening')
    await button(page, 'Send me the link').click()
    await expect(notice(page)).toContainText(another)
    await page.goto(await mailedLink(page, origin, another, /^Confirm your address/))
    await button(page, 'Yes, confirm my address').click()
    await expect(page.getByText(`${another} is confirmed.`)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

    await expect(page.getByText('This device')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^my-data-.*\.json$/)

    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expectAccessible(page)
    await dialog.getByLabel('Your password').fill('a brighter evening')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(notice(page)).toContainText('Your account is deleted')
    await expect(page).toHaveURL('/')
  })

  test('lists where one is signed in, and ends it all', async ({
    asGuest: page,
    baseURL,
    browser,
  }) => {
    const origin = baseURL ?? ''
    const email = await givenAccount(page, origin)
    const phone = await browser.newPage({ baseURL: origin })
    await signIn(phone, origin, email)
    await signIn(page, origin, email)
    await page.goto('/account')
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(1)
    await page.getByRole('button', { name: /^End the session/ }).click()
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
    expect(await (await phone.request.get('/api/session')).json()).toBeNull()
    await phone.close()
    await button(page, 'Sign out everywhere').click()
    await expect(notice(page)).toContainText('You are signed out everywhere')
    await expect(page).toHaveURL('/')
  })

  test('sets up a second step for an administrator', async ({ asAdmin: page }) => {
    await page.goto('/account')
    await button(page, 'Set up two-step sign-in').click()
    await field(page, 'Your password').fill(DEMO_ACCOUNTS.admin.password)
    await button(page, 'Continue').click()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
    ).toHaveCount(10)
    await expectAccessible(page)
    // Without a code of the app it does not count.
    await button(page, 'Cancel').click()
    await expect(button(page, 'Set up two-step sign-in')).toBeVisible()
  })
})

test.describe('my orders', () => {
  test('are for signed-in people', async ({ asGuest: page }) => {
    await page.goto('/my-orders')
    await expect(page).toHaveURL(/^[^?]*\/auth\b/)
  })

  test('begin empty, with a way to the shop', async ({ asGuest: page, baseURL }) => {
    await signIn(page, baseURL ?? '', await givenAccount(page, baseURL ?? ''))
    await page.goto('/my-orders')
    await expect(page.getByText('No orders yet')).toBeVisible()
    await expect(page.getByText('Did you order as a guest before?')).toBeVisible()
    await page.getByRole('link', { name: 'Start shopping' }).click()
    await expect(page).toHaveURL('/products')
  })

  test('show what was bought, what it cost and where it is', async ({ asShopper: page }) => {
    await page.goto('/my-orders')
    const orders = page.getByRole('article')
    await expect(orders.first()).toBeVisible()
    await expect(orders.first()).toContainText(/Order #[0-9a-f]{8}/)
    const paid = orders.filter({ hasText: 'Payment ID:' }).first()
    await expect(paid.getByText('Completed', { exact: false }).first()).toBeVisible()
    await expect(paid).toContainText('Invoice was sent to your e-mail.')
    await expect(paid).toContainText(/Quantity: \d/)
    await expect(paid).toContainText(/Total\$\d/)
    await expect(orders.filter({ hasText: 'Discount' }).first()).toContainText(/-\$\d/)
    await expect(orders.filter({ hasText: 'Tracking will be e-mailed' }).first()).toBeVisible()

    const download = page.waitForEvent('download')
    await paid.getByRole('link', { name: 'Download invoice' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await paid.getByRole('button', { name: 'Order again' }).click()
    await expect(notice(page)).toContainText('Added to cart')
  })
})
