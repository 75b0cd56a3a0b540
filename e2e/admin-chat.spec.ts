import type { Browser, Page } from '@playwright/test'
import { SILENCE_MS } from '#contract/chat-rules.ts'
import { givenAccount, PASSWORD, signIn } from './account-fixtures.ts'
import { closeChat, givenCustomer } from './chat-fixtures.ts'
import { openDatabase } from './database.ts'
import { expect, expectAccessible, openPage, test } from './fixtures.ts'
import { expectFailedLoad } from './owner-fixtures.ts'
import { toast } from './toasts.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name })
const log = (page: Page) => page.getByRole('log')
const replyBox = (page: Page) => page.getByPlaceholder('Write a reply')
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

// Shows B2.17, B2.43, B2.44, B2.45, B4.7, B4.11, B4.12, B5.22, B8.53, B9.11
test('a conversation from its first word to its close', async ({
  asAdmin: page,
  request,
  baseURL,
}) => {
  await page.goto('/admin/chat')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Chat' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Conversations' })
  await expect(list).toHaveCSS('height', '600px')
  await expectAccessible(page)

  // It appears by itself, with its unread messages.
  const customer = await givenCustomer(request, baseURL ?? '')
  await expect(rowOf(page, customer.name)).toBeVisible()
  await customer.say('Hello?')
  await customer.say('<img src=x onerror=alert(1)> Is it vegan?')
  const row = rowOf(page, customer.name)
  await expect(row).toContainText('2 unread')
  await expect(page).toHaveTitle(/^\(\d+\) Live Chat/)
  await page.getByLabel('Search conversations').fill(customer.name)
  await expect(page).toHaveURL(/q=Wren/)
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('<img src=x onerror=alert(1)> Is it vegan?')
  const focused = isPhone(page) ? page.getByRole('heading', { level: 1 }) : replyBox(page)
  await expect(focused).toBeFocused()

  // Presence and typing, both ways.
  const head = page.getByRole('region', { name: `Conversation with ${customer.name}` })
  await expect(head.getByText('Away')).toBeVisible()
  const stream = await customer.connect()
  await expect(head.getByText('Online')).toBeVisible()
  await customer.type(true)
  await expect(head.getByText('Customer is typing...')).toBeVisible()
  await customer.type(false)
  await expect(head.getByText('Customer is typing...')).toBeHidden()
  const isTyping = () =>
    stream.heard.flatMap((event) => ('agent_typing' in event ? event.agent_typing : []))
  await replyBox(page).pressSequentially('Yes,')
  await expect.poll(isTyping).toContain(true)
  await expect.poll(() => isTyping().at(-1)).toBe(false)

  // Enter sends, Shift+Enter breaks the line, blank text stays.
  await page.keyboard.press('Shift+Enter')
  await replyBox(page).pressSequentially('all of it.')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('Yes,\nall of it.')
  await expect(replyBox(page)).toHaveValue('')
  await replyBox(page).fill('  \n ')
  await page.keyboard.press('Enter')
  await expect(replyBox(page)).not.toHaveValue('')
  const replies = () =>
    stream.heard.flatMap((event) =>
      event.type === 'message' && event.message.sender_type === 'admin'
        ? `${event.message.sender_name}: ${event.message.message}`
        : [],
    )
  await expect.poll(replies).toEqual(['Support: Yes,\nall of it.'])

  // Canned replies by shortcut, a product and a coupon.
  await replyBox(page).fill('/sh')
  await expect(page.getByRole('option', { name: '/shipping' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(replyBox(page)).toHaveValue(/business days/)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page)).toContainText('business days')
  await page.getByRole('button', { name: 'Send a product' }).click()
  await page.getByLabel('Search products').fill('Rosehip Renewal')
  await page.getByRole('button', { name: 'Send Rosehip Renewal Serum' }).click()
  await expect(log(page).getByText('Rosehip Renewal Serum').last()).toBeVisible()
  await page.getByRole('button', { name: 'Send a coupon' }).click()
  const coupons = page.getByRole('dialog', { name: 'Send a coupon' })
  await coupons
    .getByRole('button', { name: /^Send / })
    .first()
    .click()
  await expect(log(page).getByText(/off until/)).toBeVisible()
  await expect.poll(() => replies().length).toBe(4)

  // What the customer looks at, as the browser says.
  await customer.lookAt({
    page: { path: '/products', title: 'Our Products' },
    cart: [
      { id: crypto.randomUUID(), name: 'Fig Leaf Mist', price: 24, quantity: 2, image_url: null },
    ],
  })
  await page.reload()
  if (isPhone(page)) await page.getByRole('button', { name: 'About the customer' }).click()
  const about = isPhone(page)
    ? page.getByRole('dialog', { name: 'Customer' })
    : page.getByRole('complementary', { name: 'Customer' })
  await expect(about).toContainText('Not signed in')
  await expect(about.getByRole('link', { name: 'Our Products' })).toBeVisible()
  await expect(about).toContainText('2 × Fig Leaf Mist')
  await expectAccessible(page)
  if (isPhone(page)) await page.keyboard.press('Escape')

  // Closing deselects; what is closed has no reply box.
  await page.getByRole('button', { name: 'Close Chat' }).click()
  await page.getByRole('button', { name: 'Keep it open' }).click()
  await expect(log(page)).toBeVisible()
  await closeChat(page)
  await toast(page, 'Conversation closed')
  await expect(log(page)).toBeHidden()
  await expect
    .poll(() => stream.heard.some((e) => e.type === 'state' && e.state.status === 'closed'))
    .toBe(true)
  stream.end()
  await page.getByLabel('Status', { exact: true }).selectOption('Closed')
  await expect(page).toHaveURL(/status=closed/)
  await row.click()
  await expect(log(page)).toContainText('Is it vegan?')
  await expect(page.getByText('This conversation is closed.')).toBeVisible()
  await expect(replyBox(page)).toBeHidden()
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Back to conversations' }).click()
    await expect(row).toBeFocused()
  }
})

/** Somebody else of the team, in a browser of his own. Not an owner: other tests count those. */
async function givenColleague(browser: Browser, origin: string, name: string) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `10.99.${Date.now() % 250}.7` },
  })
  const page = await openPage(context)
  const email = await givenAccount(page, origin)
  const database = await openDatabase()
  await database.query(
    `with changed as (update profiles set full_name = $2 where email = $1 returning id)
     insert into user_roles (user_id, role) select id, 'support' from changed`,
    [email, name],
  )
  await database.close()
  await signIn(page, origin, email, PASSWORD)
  return page
}

// Shows B8.49, B8.50, B8.51, B8.52
test('two admins see the same; nobody answers without having read the other; lost connections come back', async ({
  asAdmin: page,
  browser,
  request,
  baseURL,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(/409|500|503|ERR_|Failed to load resource|network/i)
  const customer = await givenCustomer(request, baseURL ?? '')
  await customer.say('Anybody there?')
  const colleague = await givenColleague(browser, baseURL ?? '', 'Ben Keeper')
  const address = `/admin/chat?conversation=${customer.id}`
  await page.goto(address)
  await colleague.goto(address)
  await expect(page.getByText('Ben Keeper is here too')).toBeVisible()
  await replyBox(colleague).pressSequentially('Good morning')
  await expect(page.getByText('Ben Keeper is typing a reply')).toBeVisible()

  // A reply that crosses another one is shown first.
  await replyBox(page).fill('Yes, we are')
  await page.route(
    '**/api/chat_conversations/*/replies',
    async (route) => {
      await replyBox(colleague).press('Enter')
      await expect(log(colleague)).toContainText('Good morning')
      await expect(log(colleague).getByText('Sending…')).toBeHidden()
      await route.continue()
    },
    { times: 1 },
  )
  await replyBox(page).press('Enter')
  await toast(page, 'Failed to send message')
  await expect(page.getByText('Not sent: Ben Keeper has replied meanwhile')).toBeVisible()
  await expect(log(page)).toContainText('Good morning')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(log(colleague)).toContainText('Yes, we are')

  // A failed reply stays, and is stored once.
  const failing = (path: string | RegExp, times?: number) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: {} }), { times })
  await failing('**/api/chat_conversations/*/replies', 1)
  await replyBox(page).fill('One more thing')
  await replyBox(page).press('Enter')
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(log(colleague).getByText('One more thing')).toHaveCount(1)
  await expect(log(page).getByText('One more thing')).toHaveCount(1)

  // Without a network: it says so, and brings what was missed when it is back.
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await replyBox(colleague).fill('While you were away')
  await replyBox(colleague).press('Enter')
  await customer.say('And me too')
  await expect(log(colleague)).toContainText('And me too')
  await page.context().setOffline(false)
  await expect(log(page)).toContainText('While you were away')
  await expect(log(page)).toContainText('And me too')
  await expect(page.getByText('You are offline.')).toBeHidden()

  await failing('**/api/chat_conversations/*/status', 1)
  await expect(async () => {
    // What was missed is drawn meanwhile, maybe between press and release.
    await closeChat(page)
    await expect(page.getByText('Failed to close conversation')).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(log(page)).toBeVisible()

  // Closed while away: the reply box is gone on return.
  await page.context().setOffline(true)
  await customer.close()
  await expect(colleague.getByText('The customer has closed this conversation.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('The customer has closed this conversation.')).toBeVisible()
  await expect(replyBox(page)).toBeHidden()
  await colleague.context().close()

  await failing('**/api/chat_messages?*')
  await failing(/\/api\/chat_conversations(\?|$)/)
  await page.goto(address)
  // The list beside it fails too, and toasts come one at a time.
  await expect(page.getByRole('alert').getByText('Failed to load messages')).toBeVisible()
  await page.goto('/admin/chat')
  await expectFailedLoad(page, 'Failed to load conversations')
  await page.unroute(/\/api\/chat_conversations(\?|$)/)
  await page.goto(address)
  await expectFailedLoad(page, 'Failed to load messages')
})

test('canned replies are added, changed and deleted', async ({
  asAdmin: page,
  request,
  baseURL,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const customer = await givenCustomer(request, baseURL ?? '')
  await page.goto(`/admin/chat?conversation=${customer.id}`)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'Edit canned replies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Canned replies' })
  await dialog.getByRole('button', { name: 'New canned reply' }).click()
  await dialog.getByLabel('Shortcut').fill('hello')
  await dialog.getByLabel('Text').fill('Dear {name}, how are you?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another canned reply has this shortcut')).toBeVisible()
  const shortcut = `dear-${crypto.randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Shortcut').fill(shortcut)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Canned reply created successfully')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Edit /${shortcut}` }).click()
  await dialog.getByLabel('Text').fill('Dear {name}, welcome!')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Canned reply updated successfully')).toBeVisible()
  await expect(dialog.getByText('Dear {name}, welcome!')).toBeVisible()
  await page.keyboard.press('Escape')

  await replyBox(page).fill(`/${shortcut}`)
  await page.keyboard.press('Tab')
  await expect(replyBox(page)).toHaveValue(`Dear ${customer.name}, welcome!`)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'Edit canned replies' }).click()
  await dialog.getByRole('button', { name: `Delete /${shortcut}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Canned reply deleted successfully')
})

test('a stream that is silent counts as lost and is opened anew', async ({ asAdmin: page }) => {
  let attempts = 0
  await page.route('**/api/chat/events*', (route) => {
    attempts += 1
    // The first one is never answered.
    if (attempts > 1) void route.continue()
  })
  await page.clock.install()
  await page.goto('/admin/chat')
  await expect.poll(() => attempts).toBe(1)
  await page.clock.fastForward(6000)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.clock.fastForward(SILENCE_MS)
  await expect(page.getByText('You are offline.')).toBeHidden()
  expect(attempts).toBe(2)
})
