import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, expectAccessible, openPage, test } from './fixtures.ts'
import { sessionFile } from './worker-shop.ts'

const QUESTIONS = [
  'How long does shipping take?',
  'What is your return policy?',
  'How can I track my order?',
  'Are your products cruelty-free and vegan?',
  'What ingredients do you use?',
]
const someone = () => ({
  name: 'Iris Bloom',
  email: `w${crypto.randomUUID().slice(0, 8)}@example.com`,
})

const opener = (page: Page) => page.getByRole('button', { name: /^Open chat/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /Poppy|Live support/ })
const log = (page: Page) => page.getByRole('log', { name: 'Conversation', exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** In which corner of the screen the button floats. */
async function cornerOf(page: Page) {
  const { x = 0, y = 0 } = (await opener(page).boundingBox()) ?? {}
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  return `${y > height / 2 ? 'bottom' : 'top'} ${x > width / 2 ? 'right' : 'left'}`
}

async function connect(page: Page, { name, email } = someone()) {
  await opener(page).click()
  await page.getByRole('button', { name: 'Talk to live support' }).click()
  await panel(page).getByLabel('Name').fill(name)
  await panel(page).getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Start chat' }).click()
  await expect(field(page)).toBeVisible()
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('chat') ?? '').current.id)
  return { id: String(id), email }
}

async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(log(page).getByText(text)).toBeVisible()
}

const reply = async (admin: APIRequestContext, id: string, message: string) => {
  const data = { client_id: crypto.randomUUID(), message }
  expect((await admin.post(`/api/chat_conversations/${id}/replies`, { data })).status()).toBe(200)
}
/** What the shop has of a conversation; the panel shows a message before it is sent. */
const stored = async (admin: APIRequestContext, id: string) => {
  const { messages } = await (await admin.get(`/api/chat_messages?conversation_id=${id}`)).json()
  return messages.map(({ message }: { message: string }) => message)
}
const close = (admin: APIRequestContext, id: string) =>
  admin.put(`/api/chat_conversations/${id}/status`, { data: { status: 'closed' } })

/** An administrator with the chat screen open. */
async function openDesk(baseURL = '') {
  const { cookies } = JSON.parse(await readFile(sessionFile('admin'), 'utf8'))
  const cookie = cookies.map((one: { name: string; value: string }) => `${one.name}=${one.value}`)
  const stop = new AbortController()
  await fetch(`${baseURL}/api/chat/events?connection_id=${crypto.randomUUID()}`, {
    headers: { cookie: cookie.join('; ') },
    signal: stop.signal,
  })
  return () => stop.abort()
}

// Shows S1.5, S2.30, S2.69, S2.70, S2.71, S2.72, S4.21, S4.23, S4.24, S5.18, S5.19, S5.20, S7.23, S8.19, S9.11
test('assistant, hand-over, a conversation both ways in two tabs, and its end', {
  tag: '@core',
}, async ({ asGuest: page, admin, baseURL, expectTrouble }) => {
  await page.goto('/')
  await expect.poll(() => cornerOf(page)).toBe('bottom right')
  await opener(page).click()
  await expect(panel(page)).toBeFocused()
  for (const question of QUESTIONS) {
    await page.getByRole('button', { name: question }).click()
  }
  const answers = page.getByRole('log', { name: 'Conversation with the assistant' })
  await expect(answers).toContainText('ships within 1-2 business days, and delivery then takes 3-5')
  await expect(answers).toContainText('unopened products within 30 days')
  await expect(answers).toContainText('we mail you the tracking number')
  await expect(answers).toContainText('All our products are cruelty-free and vegan')
  await expect(answers).toContainText('gentle, well-studied ingredients')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Talk to live support' }).click()
  await panel(page).getByLabel('Name').fill('   ')
  await page.getByRole('button', { name: 'Start chat' }).click()
  const toasts = page.getByRole('region', { name: /Notifications/ })
  await expect(toasts).toContainText('Required fields')
  await expect(toasts).toContainText('Please fill in both name and email')

  expectTrouble(/chat_conversations$|503/)
  await page.route('**/api/chat_conversations', (route) => route.fulfill({ status: 503 }))
  const { name, email } = someone()
  await panel(page).getByLabel('Name').fill(name)
  await panel(page).getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Start chat' }).click()
  await expect(toasts).toContainText('Failed to connect to live agent')
  await expect(panel(page).getByLabel('Email')).toHaveValue(email)
  await page.unroute('**/api/chat_conversations')
  const closeDesk = await openDesk(baseURL)
  await page.getByRole('button', { name: 'Start chat' }).click()
  await expect(panel(page)).toContainText('Support is online')
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('chat') ?? '').current.id)

  await field(page).fill('first line')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('second line')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(log(page)).toContainText('first line\nsecond line')
  await field(page).press('Enter')
  await admin.put(`/api/chat_conversations/${id}/agent_typing`, { data: { typing: true } })
  await expect(page.getByText('Support is typing...')).toBeVisible()
  await reply(admin, id, 'Good morning, Iris')
  await expect(log(page)).toContainText('Good morning, Iris')
  await expect(page.getByText('Support is typing...')).toBeHidden()
  await expectAccessible(page)

  await page.reload()
  const second = await openPage(page.context())
  await second.goto('/products')
  await opener(second).click()
  await expect(log(second)).toContainText('Good morning, Iris')
  await expect(log(second).getByText('second line')).toHaveCount(1)
  await say(second, 'from the second tab')
  await opener(page).click()
  await expect(log(page)).toContainText('from the second tab')
  // A tab shows what the other one is about to send.
  await expect
    .poll(async () => {
      const { messages } = await (
        await admin.get(`/api/chat_messages?conversation_id=${id}`)
      ).json()
      return messages.map((one: { seq: number }) => one.seq)
    })
    .toEqual([1, 2, 3])
  await expect(async () => {
    const { context } = await (await admin.get(`/api/chat_conversations/${id}`)).json()
    expect(context.page.path).toMatch(/^\/(products)?$/)
  }).toPass()

  await page.getByRole('button', { name: 'End chat' }).click()
  await expect(page.getByText('This conversation is closed.')).toBeVisible()
  await expect(field(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Talk to live support' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Talk to live support' })).toBeVisible()
  closeDesk()

  await page.getByRole('button', { name: 'History' }).click()
  const view = page.getByRole('button', { name: 'View history' })
  await expect(view).toBeDisabled()
  await panel(page).getByLabel('Email').fill(email)
  await view.click()
  await page.getByRole('group', { name: 'Earlier conversations' }).getByRole('button').click()
  await expect(log(page)).toContainText('from the second tab')
})

test('cut off and back: nothing is lost or doubled, and what was closed meanwhile is closed', async ({
  asGuest: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
  await page.goto('/cart')
  const { id } = await connect(page)
  await say(page, 'before')
  await expect.poll(() => stored(admin, id)).toEqual(['before'])
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. We will reconnect')).toBeVisible()
  await say(page, 'written without network')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await reply(admin, id, 'an answer meanwhile')
  await page.context().setOffline(false)
  await expect(log(page)).toContainText('an answer meanwhile')
  await expect(page.getByText('Not sent.')).toBeHidden()
  await expect(page.getByText('You are offline')).toBeHidden()
  await expect
    .poll(() => stored(admin, id))
    .toEqual(['before', 'an answer meanwhile', 'written without network'])
  await expect(log(page).getByText('written without network')).toHaveCount(1)

  await page.context().setOffline(true)
  await close(admin, id)
  await page.context().setOffline(false)
  await expect(page.getByText('This conversation is closed.')).toBeVisible()
  await expect(field(page)).toBeHidden()
})

test('closed panel: unread messages are counted, the keyboard opens and closes, nothing covers Add to Cart', async ({
  asGuest: page,
  admin,
}) => {
  await page.goto('/products')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Cleanser/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/product\//)
  const { id } = await connect(page)
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  await reply(admin, id, 'one')
  await reply(admin, id, 'two')
  await expect(page.getByRole('button', { name: 'Open chat, 2 new messages' })).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar).toBeVisible()
  const expectAbove = (lower: Locator) =>
    expect(async () => {
      const button = await opener(page).boundingBox()
      const below = await lower.boundingBox()
      expect(button!.y + button!.height).toBeLessThanOrEqual(below!.y)
    }).toPass()
  await expectAbove(bar)
  await page.evaluate(() => {
    const late = document.body.appendChild(document.createElement('button'))
    late.textContent = 'Appears when the page has come to rest'
    late.setAttribute('style', 'position: fixed; inset: auto 0 0 0; height: 240px')
  })
  const late = page.getByRole('button', { name: 'Appears when' })
  await expectAbove(late)
  await late.evaluate((element) => element.remove())
  await expectAccessible(page)
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('two')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeFocused()
  await close(admin, id)
})

// Shows S2.71, S8.20
test('nobody there: the hand-over says so and offers the answer by mail; the history of another address stays hidden', async ({
  asGuest: page,
}) => {
  await page.route('**/api/chat/availability', (route) =>
    route.fulfill({
      json: {
        agent_online: false,
        is_business_time: false,
        hours: [{ days: 'Friday', hours: '9:00 AM - 2:00 PM' }],
      },
    }),
  )
  await page.goto('/page/faq')
  await opener(page).click()
  await page.getByRole('button', { name: 'Talk to live support' }).click()
  await expect(panel(page)).toContainText('Nobody of our team is online')
  await expect(panel(page)).toContainText('9:00 AM - 2:00 PM')
  await expect(panel(page).getByLabel('Send me the answer by e-mail if I have left')).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'History' }).click()
  await panel(page).getByLabel('Email').fill(someone().email)
  await page.getByRole('button', { name: 'View history' }).click()
  await expect(panel(page)).toContainText('No conversation history found for this email address.')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(panel(page)).toContainText('If there are conversations with this address')
})
