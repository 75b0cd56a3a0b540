import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import {
  accountLinks,
  button,
  field,
  givenAccount,
  mailedLink,
  newAddress,
  PASSWORD,
  signIn,
  toasts,
} from './account-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.describe('the bar', { tag: '@both' }, () => {
  // Shows S2.13
  test('offers a guest to sign in', async ({ asGuest: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    for (const [name, href] of Object.entries({
      Home: '/',
      'Our Products': '/products',
      Contact: '/contact',
      'Sign In': '/auth',
      Cart: '/cart',
    })) {
      await expect(links.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    }
    await expect(links.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
    await expect(links.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await expect(links.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  })

  // Shows S2.14
  test('offers a shopper the own orders', async ({ asShopper: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    const orders = links.getByRole('link', { name: 'My Orders' })
    await expect(orders).toHaveAttribute('href', '/my-orders')
    await expect(links.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(links.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await expect(links.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  })

  // Shows S2.15, S6.4
  test('offers an administrator the dashboard instead', async ({ asAdmin: page }) => {
    await page.goto('/')
    const links = await accountLinks(page)
    const dashboard = links.getByRole('link', { name: 'Admin Dashboard' })
    await expect(dashboard).toHaveAttribute('href', '/admin')
    await expect(links.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
  })

  // Shows S2.16, S7.32, S8.16
  test('signs out, says so and goes home', async ({ asGuest: page, baseURL, expectTrouble }) => {
    expectTrouble(/sign-out|ERR_FAILED/)
    await signIn(page, baseURL ?? '', await givenAccount(page, baseURL ?? ''))
    await page.goto('/products')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await (await accountLinks(page)).getByRole('button', { name: 'Sign Out' }).click()
    await expect(toasts(page)).toContainText('Error')
    await expect(toasts(page)).toContainText('We could not reach the shop.')
    await expect(page).toHaveURL('/products')
    await page.unroute('**/api/auth/sign-out')
    await (await accountLinks(page)).getByRole('button', { name: 'Sign Out' }).click()
    await expect(toasts(page)).toContainText('Signed out successfully')
    await expect(page).toHaveURL('/')
    await expect((await accountLinks(page)).getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  // Shows S4.6
  test('never shows a state that turns out wrong, however often one reloads', async ({
    asShopper: page,
  }) => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const link of document.querySelectorAll('header a[href="/auth"]')) {
          // The closed menu for browsers without script is not shown.
          if (link.checkVisibility()) seen.push(link.textContent ?? '')
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
  // Shows B2.1, B2.18, B2.20, B2.21
  test('sends strangers away', { tag: '@core' }, async ({ asGuest: page }) => {
    await page.goto('/admin/products')
    await expect(page).toHaveURL('/')
    await Promise.all([
      page.goto('/admin/clover'),
      expect(toasts(page)).toContainText("You don't have permission to access this page"),
    ])
    await expect(page).toHaveURL(/\/auth/)
  })

  // Shows B2.1, B2.18, B2.20
  test('sends shoppers away', async ({ asShopper: page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL('/')
    await Promise.all([
      page.goto('/admin/clover'),
      expect(toasts(page)).toContainText('Access Denied'),
    ])
    await expect(page).toHaveURL('/')
  })
})

test.describe('the account screen', () => {
  test('is for signed-in people', async ({ asGuest: page }) => {
    await page.goto('/account')
    await expect(page).toHaveURL('/auth?mode=signin&redirect=%2Faccount')
  })

  test('changes name, consent, password and address, and lets go of everything', async ({
    asGuest: page,
    admin,
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

    // It shows what is stored, so it changes with the answer.
    await page.getByLabel(/news and offers/).click()
    await expect(page.getByLabel(/news and offers/)).toBeChecked()
    await expect(toasts(page)).toContainText('You will hear from us')
    await expect(page.getByText('Agreed on')).toBeVisible()

    await field(page, 'Current password').fill('wrong')
    await field(page, 'New password').fill('a brighter evening')
    await button(page, 'Change password').click()
    await expect(toasts(page)).toContainText('This is not your current password.')
    await expect(field(page, 'New password')).toHaveValue('a brighter evening')
    await field(page, 'Current password').fill(PASSWORD)
    await button(page, 'Change password').click()
    await expect(toasts(page)).toContainText('Your password is changed')

    const another = newAddress()
    await button(page, 'Change address').click()
    await field(page, 'New e-mail').fill(another)
    await field(page, 'Your password').fill('a brighter evening')
    await button(page, 'Send me the link').click()
    await expect(toasts(page)).toContainText(another)
    await page.goto(await mailedLink(admin, another, /^Confirm your address/))
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
    await expect(toasts(page)).toContainText('Your account is deleted')
    await expect(page).toHaveURL('/')
  })

  test('gets its former address back by the link in the old mailbox', async ({
    asGuest: page,
    admin,
    baseURL,
  }) => {
    const origin = baseURL ?? ''
    const email = await givenAccount(page, origin)
    await signIn(page, origin, email)
    const another = newAddress()
    const data = { email: another, password: PASSWORD }
    await page.request.post('/api/account/email', { data, headers: { origin } })
    await page.goto(await mailedLink(admin, another, /^Confirm your address/))
    await button(page, 'Yes, confirm my address').click()
    await expect(page.getByText(`${another} is confirmed.`)).toBeVisible()

    await page.goto(await mailedLink(admin, email, /^Your address was changed/))
    await expectAccessible(page)
    await button(page, 'Undo the change of address').click()
    await expect(page.getByText(`Your account uses ${email} again.`)).toBeVisible()
    await page.goto('/account')
    await expect(page).toHaveURL(/\/auth/)

    await page.goto(await mailedLink(admin, email, /^Reset your/))
    await field(page, 'New password').fill('a brighter evening')
    await button(page, 'Save new password').click()
    await expect(toasts(page)).toContainText('Your password is changed')
    await signIn(page, origin, email, 'a brighter evening')
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
    await expect(toasts(page)).toContainText('You are signed out everywhere')
    await expect(page).toHaveURL('/')
  })

  test('sets up a second step for an administrator', async ({ asAdmin: page }) => {
    await page.goto('/account')
    await button(page, 'Set up two-step sign-in').click()
    await field(page, 'Your password').fill(DEMO_ACCOUNTS.admin.password)
    await button(page, 'Continue').click()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expect(
      page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem'),
    ).toHaveCount(10)
    await expectAccessible(page)
    // Without a code of the app it does not count.
    await button(page, 'Cancel').click()
    await expect(button(page, 'Set up two-step sign-in')).toBeVisible()
  })
})

test.describe('my orders', () => {
  // Shows S2.73, S5.21
  test('are for signed-in people', async ({ asGuest: page }) => {
    await page.goto('/my-orders')
    await expect(page).toHaveURL(/^[^?]*\/auth\b/)
  })

  // Shows S2.77
  test('begin empty, with a way to the shop', async ({ asGuest: page, baseURL }) => {
    await signIn(page, baseURL ?? '', await givenAccount(page, baseURL ?? ''))
    await page.goto('/my-orders')
    await expect(page.getByText('No orders yet')).toBeVisible()
    await expect(page.getByText('Did you order as a guest before?')).toBeVisible()
    await page.getByRole('link', { name: 'Start shopping' }).click()
    await expect(page).toHaveURL('/products')
  })

  // Shows S1.6, S2.8, S2.74, S2.75, S2.76
  test('show what was bought, what it cost and where it is', { tag: '@core' }, async ({
    asShopper: page,
  }) => {
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
    await expect(toasts(page)).toContainText('Added to cart')
  })
})
