import type { Browser, Page } from '@playwright/test'
import { CLOSING_MESSAGE } from '#contract/chat-rules.ts'
import { closeChat } from './chat-fixtures.ts'
import { type Database, openDatabase } from './database.ts'
import { expect, expectAccessible, openPage, test } from './fixtures.ts'
import { toast } from './toasts.ts'
import { sessionFile } from './worker-shop.ts'

let database: Database
test.beforeAll(async () => {
  database = await openDatabase()
})
test.afterAll(() => database.close())

const CUT_OFF = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED/

const widget = (page: Page) => ({
  panel: page.getByRole('dialog', { name: /Poppy|Live support/ }),
  log: page.getByRole('log', { name: 'Conversation', exact: true }),
  field: page
    .getByRole('dialog', { name: 'Live support' })
    .getByRole('textbox', { name: 'Message' }),
  open: () => page.getByRole('button', { name: /^Open chat/ }).click(),
  async say(text: string) {
    await this.field.fill(text)
    await this.field.press('Enter')
    await expect(this.log.getByText(text)).toBeVisible()
    await expect(page.getByText('Sending...')).toBeHidden()
  },
})

/** Starts a conversation in the widget; its id is in the browser's storage. */
async function connect(page: Page) {
  const name = `Iris ${crypto.randomUUID().slice(0, 8)}`
  const email = `${name.slice(5)}@example.com`
  const { panel, field, open } = widget(page)
  await open()
  await page.getByRole('button', { name: 'Talk to live support' }).click()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Start chat' }).click()
  await expect(field).toBeVisible()
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('chat') ?? '').current.id)
  return { id: String(id), name, email }
}

/** The chat screen of the demo's administrator, in a browser of its own. */
async function openDesk(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    baseURL,
    storageState: sessionFile('admin'),
    viewport: { width: 1440, height: 900 },
  })
  const page = await openPage(context)
  await page.goto('/admin/chat')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Chat' })).toBeVisible()
  return {
    page,
    log: page.getByRole('log'),
    box: page.getByPlaceholder('Write a reply'),
    async choose(name: string) {
      const list = page.getByRole('region', { name: 'Conversations' })
      await list.getByRole('button', { name }).click()
      await expect(page.getByRole('log')).toBeVisible()
      return page.getByRole('region', { name: `Conversation with ${name}` })
    },
    async reply(text: string) {
      await this.box.fill(text)
      await this.box.press('Enter')
      await expect(this.log.getByText(text)).toBeVisible()
      await expect(this.log.getByText('Sending…')).toBeHidden()
    },
  }
}

/** Those that serve the customer's and the agent's stream of a conversation. */
async function processesOf(id: string) {
  const [row] = await database.query<{ customers: number; processes: number }>(
    `select count(*) filter (where user_id is null)::int as customers, count(distinct process_id)::int as processes
     from chat_connections where conversation_id = $1`,
    [id],
  )
  return row
}

const LATER = { timeout: 30_000 }

/** Connections go to the processes in turn: the customer connects again until the two sides are on different ones. */
const untilOnTwoProcesses = (page: Page, id: string) =>
  expect(async () => {
    if ((await processesOf(id))?.processes === 2) return
    await page.context().setOffline(true)
    await expect.poll(async () => (await processesOf(id))?.customers, LATER).toBe(0)
    await page.context().setOffline(false)
    await expect.poll(async () => (await processesOf(id))?.customers, LATER).toBe(1)
    expect((await processesOf(id))?.processes).toBe(2)
  }).toPass({ timeout: 180_000 })

// Shows S4.19, S4.22, S4.25, S7.24, S9.10, B2.17, B2.43, B2.45, B4.12, B9.9
test('a shopper and the team, on two processes: words, typing, presence, reload, second tab, the end and the history', async ({
  asGuest: shopper,
  browser,
  baseURL,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(CUT_OFF)
  const desk = await openDesk(browser, baseURL)
  await shopper.goto('/products')
  const { id, name, email } = await connect(shopper)
  const chat = widget(shopper)
  await expect(chat.panel).toContainText('Support is online')
  const thread = await desk.choose(name)
  await expect(thread.getByText('Online')).toBeVisible()
  const listed = await desk.page.getByRole('region', { name: 'Conversations' }).boundingBox()
  const shown = await thread.boundingBox()
  expect((listed?.x ?? 0) + (listed?.width ?? 0), 'the list is on the left').toBeLessThan(
    shown?.x ?? 0,
  )
  await untilOnTwoProcesses(shopper, id)

  await chat.field.pressSequentially('Is it')
  await expect(thread.getByText('Customer is typing...')).toBeVisible()
  await expect(thread.getByText('Customer is typing...')).toBeHidden()
  await chat.say('Is it vegan?')
  await expect(desk.log).toContainText('Is it vegan?')
  await desk.box.pressSequentially('Yes,')
  await expect(chat.log.getByText('Support is typing...')).toBeVisible()
  await expect(chat.log.getByText('Support is typing...')).toBeHidden()
  await desk.reply('Yes, all of it.')
  await expect(chat.log).toContainText('Support: Yes, all of it.')
  await expect(thread.getByText('Seen')).toBeVisible()
  await expectAccessible(desk.page)

  // The keyboard alone: the log scrolls, the message field follows, Escape closes and gives the focus back.
  await chat.log.focus()
  await shopper.keyboard.press('Tab')
  await expect(chat.field).toBeFocused()
  await shopper.keyboard.press('Escape')
  await expect(shopper.getByRole('button', { name: 'Open chat', exact: true })).toBeFocused()
  await desk.reply('Anything else?')
  await expect(shopper.getByRole('status').filter({ hasText: '1 new message' })).toBeAttached()

  await shopper.reload()
  await chat.open()
  await expect(chat.log.getByText('Anything else?')).toHaveCount(1)
  const second = await openPage(shopper.context())
  await second.goto('/page/faq')
  await widget(second).open()
  await widget(second).say('That was all, thank you')
  await expect(chat.log.getByText('That was all, thank you')).toHaveCount(1)
  await expect(desk.log.getByText('That was all, thank you')).toHaveCount(1)

  // The customer ends it: both tabs start over, and the team sees who it was.
  await shopper.getByRole('button', { name: 'End chat' }).click()
  await expect(thread.getByText('The customer has closed this conversation.')).toBeVisible()
  await expect(desk.box).toBeHidden()
  for (const page of [shopper, second]) {
    await expect(page.getByRole('button', { name: 'Talk to live support' })).toBeVisible()
  }
  await second.close()
  await shopper.getByRole('button', { name: 'History' }).click()
  await chat.panel.getByLabel('Email').fill(email)
  await shopper.getByRole('button', { name: 'View history' }).click()
  await shopper.getByRole('group', { name: 'Earlier conversations' }).getByRole('button').click()
  await expect(chat.log.getByText(/Is it vegan|all of it|else|thank you/)).toHaveText([
    /Is it vegan/,
    /Yes, all of it/,
    /Anything else/,
    /That was all, thank you/,
  ])
  await desk.page.context().close()
})

// Shows S4.20, S4.23
test('a frozen page counts as away and catches up; closed meanwhile, it has no reply box; five quiet minutes close for both', async ({
  asGuest: shopper,
  browser,
  baseURL,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(CUT_OFF)
  const desk = await openDesk(browser, baseURL)
  await shopper.goto('/')
  const first = await connect(shopper)
  const chat = widget(shopper)
  await chat.say('before')
  const thread = await desk.choose(first.name)
  await expect(thread.getByText('Online')).toBeVisible()

  // As on a phone whose screen is locked. Nobody answers the heartbeats: the last answer is as good as old.
  const lifecycle = await shopper.context().newCDPSession(shopper)
  const setState = (state: 'frozen' | 'active') =>
    lifecycle.send('Page.setWebLifecycleState', { state })
  await setState('frozen')
  await database.query(
    `update chat_connections set seen_at = now() - interval '1 minute'
     where conversation_id = $1 and user_id is null`,
    [first.id],
  )
  await expect(thread.getByText('Away')).toBeVisible()
  await desk.reply('while you slept')
  await setState('active')
  await expect(chat.log.getByText('while you slept')).toHaveCount(1)
  await expect(thread.getByText('Online')).toBeVisible()
  await chat.say('awake again')
  await expect(desk.log).toContainText('awake again')

  await setState('frozen')
  await closeChat(desk.page)
  await toast(desk.page, 'Conversation closed')
  await expect(desk.log).toBeHidden()
  await setState('active')
  await expect(chat.field).toBeHidden()
  await expect(shopper.getByRole('button', { name: 'Talk to live support' })).toBeVisible()

  await shopper.getByRole('button', { name: 'Close chat' }).click()
  const quiet = await connect(shopper)
  await chat.say('Hello?')
  await desk.choose(quiet.name)
  await database.query(
    `update chat_conversations set active_at = now() - interval '5 minutes' where id = $1`,
    [quiet.id],
  )
  await database.query(`insert into pgboss.job (name, data) values ('close-idle-chats', '{}')`)
  await expect(desk.log).toContainText(CLOSING_MESSAGE)
  await expect(desk.box).toBeHidden()
  // Two seconds later the widget starts over; the closing message stays in the history.
  await expect(shopper.getByRole('button', { name: 'Talk to live support' })).toBeVisible()
  await shopper.getByRole('button', { name: 'History' }).click()
  await chat.panel.getByLabel('Email').fill(quiet.email)
  await shopper.getByRole('button', { name: 'View history' }).click()
  await shopper.getByRole('group', { name: 'Earlier conversations' }).getByRole('button').click()
  await expect(chat.log.getByText(CLOSING_MESSAGE)).toHaveCount(1)
  await desk.page.context().close()
})
