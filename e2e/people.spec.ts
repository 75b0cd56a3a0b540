import type { Page } from '@playwright/test'
import { codeOf } from '#server/testing/totp.ts'
import { mailedLink, PASSWORD } from './account-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openLive } from './owner-fixtures.ts'
import {
  givenColleague,
  INVITED,
  newColleague,
  newVisitor,
  removePeople,
  signIn,
} from './people-fixtures.ts'
import { toast } from './toasts.ts'

test('an owner invites a colleague, who joins and sees the screens of the role alone @both', async ({
  asAdmin: page,
  admin,
  browser,
  baseURL,
}) => {
  const email = newColleague()
  await page.goto('/admin/settings')
  await page.getByRole('main').getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: /^Content/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await toast(page, 'The invitation is on its way')
  const invitation = page.getByRole('article', { name: `Invitation of ${email}` })
  await expect(invitation).toContainText('Content')

  const cleo = await newVisitor(browser, page, baseURL)
  await cleo.goto(await mailedLink(admin, email, INVITED))
  await expect(cleo.getByText('Your role: Content.')).toBeVisible()
  await expect(cleo.getByLabel('Email')).toHaveValue(email)
  await cleo.getByLabel('Full Name').fill('Cleo Writes')
  await cleo.getByLabel('Password', { exact: true }).fill('short')
  await cleo.getByRole('button', { name: 'Join the team' }).click()
  await expect(cleo.getByText('Password must be at least 12 characters')).toBeVisible()
  await expectAccessible(cleo)
  await cleo.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await cleo.getByRole('button', { name: 'Join the team' }).click()

  await expect(cleo.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const tiles = cleo.getByRole('group', { name: 'Screens' }).getByRole('listitem')
  await expect(tiles).toHaveCount(5)
  await expect(cleo.getByRole('main')).not.toContainText('Who changed what')
  await expectAccessible(cleo)
  await cleo.keyboard.press('Control+k')
  await cleo.getByPlaceholder('Search or jump to…').fill('o')
  const found = cleo.getByRole('dialog').getByRole('option')
  await expect(found.filter({ hasText: 'Notifications' })).toBeVisible()
  await expect(found.filter({ hasText: 'Orders' })).toHaveCount(0)
  await cleo.keyboard.press('Escape')

  await cleo.goto('/admin/orders')
  await expect(
    cleo.getByRole('heading', { name: 'This screen is not part of your role' }),
  ).toBeVisible()
  await expect(cleo.getByRole('main')).toContainText('Your role is Content')
  await expectAccessible(cleo)

  // The list of the owner has followed by itself.
  await expect(invitation).toHaveCount(0)
  await expect(rowOf(page, 'Cleo Writes')).toContainText('Content')
  await cleo.context().close()
  await removePeople(admin)
})

test('a right that is withdrawn closes the open screen; who is removed is a customer @desktop', async ({
  asAdmin: page,
  admin,
  browser,
  baseURL,
}) => {
  const email = await givenColleague(admin, browser, 'support', baseURL)
  const cleo = await newVisitor(browser, page, baseURL)
  await signIn(cleo, baseURL, email)
  const desk = cleo.waitForResponse('**/api/chat/events*')
  await openLive(cleo, '/admin/chat')
  await desk
  await expect(cleo.getByRole('heading', { name: 'Live Chat' })).toBeVisible()

  await page.goto('/admin/people')
  await changeRole(page, email, /^Content/)
  await expect(
    cleo.getByRole('heading', { name: 'This screen is not part of your role' }),
  ).toBeVisible()
  expect((await cleo.request.get('/api/chat_conversations')).status()).toBe(403)
  await cleo.getByRole('link', { name: 'To your screens' }).click()
  await cleo.getByRole('main').getByRole('link', { name: 'Banner', exact: true }).click()
  await expect(cleo.getByRole('heading', { name: 'Banner', level: 1 })).toBeVisible()

  await menuOf(page, email).click()
  await page.getByRole('menuitem', { name: 'Remove from the team' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await toast(page, `${email} is no longer in the team`)
  await expect(cleo).toHaveURL('/')
  expect((await cleo.request.get('/api/session').then((answer) => answer.json())).role).toBeNull()
  await cleo.context().close()
})

test('the only owner cannot be demoted, and an owner can sign others out @desktop', {
  tag: '@core',
}, async ({ asAdmin: page, admin, browser, baseURL, expectTrouble }) => {
  expectTrouble(/409/)
  await removePeople(admin)
  const email = await givenColleague(admin, browser, 'fulfilment', baseURL)
  const cleo = await newVisitor(browser, page, baseURL)
  await signIn(cleo, baseURL, email)
  await page.goto('/admin/people')
  await menuOf(page, email).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await toast(page, `${email} is signed out`)
  expect(await (await cleo.request.get('/api/session')).json()).toBeNull()

  const own = page.getByRole('row').filter({ hasText: 'You' })
  await own.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Manager/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/The shop needs an owner/).last()).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Manager/ })).toBeChecked()
  await cleo.context().close()
  await removePeople(admin)
})

test('required two-step sign-in is set up before the back office opens @desktop', async ({
  asGuest: page,
  admin,
  browser,
  baseURL,
}) => {
  const email = await givenColleague(admin, browser, 'manager', baseURL, true)
  await signIn(page, baseURL, email)
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in first' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByLabel('Your password').press('Enter')
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  await page.getByLabel('The code that the app shows now').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await toast(page, 'Two-step sign-in is on')
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await page.goto('/contact')
  await removePeople(admin)
})

/** What has no tile and a manager may open. */
const UNTILED = [
  ...['mails', 'suppressions', 'mail-server', 'shop-address', 'shipping', 'tax', 'texts'],
  ...['customers', 'changes', 'guide', 'tax?tab=report', 'marketing?tab=campaigns'],
  ...['products?tab=categories', 'products?tab=attributes', 'products?tab=reviews', 'products/new'],
].map((screen) => `/admin/${screen}`)

/** Any refused call fails the test: the page is watched. */
for (const role of ['manager', 'fulfilment', 'support', 'content']) {
  test(`${role}: every screen of the role opens without a refused call @desktop`, async ({
    asGuest: page,
    admin,
    browser,
    baseURL,
  }) => {
    const email = await givenColleague(admin, browser, role, baseURL)
    await signIn(page, baseURL, email)
    await page.goto('/admin')
    const tiles = page.getByRole('group', { name: 'Screens' }).getByRole('link')
    await expect(tiles.first()).toBeVisible()
    const links = await tiles.evaluateAll((found) =>
      found.map(
        (link) => (link as HTMLAnchorElement).pathname + (link as HTMLAnchorElement).search,
      ),
    )
    const untiled = role === 'manager' ? UNTILED : []
    for (const path of [...new Set(links), ...untiled, '/admin/notifications']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main .shimmer')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await openDetails(page, role)
    // On a page that is still theirs when the right ends.
    await page.goto('/contact')
    await removePeople(admin)
  })
}

/** The screens of one thing, from the lists that the role has. */
async function openDetails(page: Page, role: string) {
  if (role === 'manager' || role === 'fulfilment') {
    await page.goto('/admin/orders?status=completed')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  }
  if (role === 'fulfilment') {
    await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
    await page.goto('/admin/products?q=Damask')
    const stock = page.getByRole('button', { name: /^Stock of Damask Rose Mist/ })
    const units = Number(await stock.textContent())
    await stock.click()
    await page.getByRole('spinbutton').fill(String(units + 1))
    await page.keyboard.press('Enter')
    await toast(page, 'Stock updated successfully')
  }
  if (role === 'support') {
    await page.goto('/admin/customers')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
    await page.goto('/admin/chat')
    await page.locator('[data-conversation]').first().click()
    await expect(
      page
        .getByText("On the customer's screen")
        .or(page.getByText(/orders/i))
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a coupon' })).toHaveCount(0)
  }
  if (role === 'content') {
    await page.goto('/admin/pages')
    await page.getByRole('row').nth(1).getByRole('button').first().click()
  }
  await expect(page.locator('main .shimmer')).toHaveCount(0)
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).first()

const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })

async function changeRole(page: Page, name: string, role: RegExp) {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: role }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The rights are changed')
}
