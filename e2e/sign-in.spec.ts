import {
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

test.describe('signing up and in', () => {
  // Shows S2.62, S2.65, S5.13, S5.14, S7.31, S8.12, S8.13, S8.14, S8.15
  test('says what is missing, keeps what was typed, and ends at home', { tag: '@core' }, async ({
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
    await field(page, 'Email').fill('a@b.c')
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill('12345')
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await field(page, 'Password').fill('iloveyou')
    await button(page, 'Sign Up').click()
    await expect(toasts(page)).toContainText(
      'You must agree to the Terms of Service and Privacy Policy',
    )
    await expect(page.getByLabel(/news and offers/)).not.toBeChecked()
    await page.getByLabel(/I agree to the/).check()
    await button(page, 'Sign Up').click()
    await expect(toasts(page)).toContainText('This password is one of the first')
    await expect(field(page, 'Full Name')).toHaveValue('Iris Bloom')

    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Show password').click()
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
    await button(page, 'Sign Up').click()
    await expect(toasts(page)).toContainText(
      'Account created! You can now sign in with your credentials.',
    )

    await expect(field(page, 'Email')).toHaveValue(email)
    await field(page, 'Password').fill('not the password')
    await button(page, 'Sign In').click()
    await expect(toasts(page)).toContainText('Invalid email or password')
    await expect(field(page, 'Password')).toHaveValue('not the password')
    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Sign In').click()
    await expect(toasts(page)).toContainText('Welcome back!')
    await expect(page).toHaveURL('/')
  })

  // Shows S2.63
  test('leads to the terms and the privacy policy without losing the form', async ({
    asGuest: page,
  }) => {
    await page.goto('/auth?mode=signup')
    await field(page, 'Full Name').fill('Iris Bloom')
    for (const [name, path] of [
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
    ] as const) {
      const opened = page.waitForEvent('popup')
      const link = page.getByRole('main').getByRole('link', { name })
      await expect(link).toHaveAttribute('href', path)
      await link.click()
      const other = await opened
      await expect(other).toHaveURL(`/page${path}`)
      await other.close()
    }
    await expect(field(page, 'Full Name')).toHaveValue('Iris Bloom')
  })

  // Shows S8.13
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
    await expect(toasts(page)).toContainText(
      'Account created! You can now sign in with your credentials.',
    )
  })

  // Shows S2.7, S2.64, S2.65, S8.14
  test('goes on to a path of this site, and never to another', async ({
    asGuest: page,
    baseURL,
  }) => {
    const email = await givenAccount(page, baseURL ?? '')
    const enter = async () => {
      await field(page, 'Email').fill(email)
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Sign In').click()
      await expect(toasts(page)).toContainText('Welcome back!')
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
    await expect(toasts(page)).toContainText('Please sign in with your password again.')
    await expect(button(page, 'Sign In')).toBeVisible()
  })
})

test('a forgotten password: the mailed link works once, and every session ends', {
  tag: '@core',
}, async ({ asGuest: page, admin, baseURL, browser, expectTrouble }) => {
  expectTrouble(/40[19]/)
  const origin = baseURL ?? ''
  const email = await givenAccount(page, origin)
  const elsewhere = await browser.newPage({ baseURL: origin })
  await signIn(elsewhere, origin, email)

  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await field(page, 'Email').fill(email)
  await button(page, 'Send me a link').click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  await expectAccessible(page)

  const link = await mailedLink(admin, email, /^Reset your/)
  await page.goto(link)
  await field(page, 'New password').fill('short')
  await button(page, 'Save new password').click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await field(page, 'New password').fill('a brighter evening')
  await button(page, 'Save new password').click()
  await expect(toasts(page)).toContainText('Your password is changed')
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
  await expect(toasts(page)).toContainText('Your name is saved')
})
