import { ticketNumber } from '#contract/contact-messages.ts'
import { type Database, openDatabase } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectFailedLoad } from './owner-fixtures.ts'
import { toast } from './toasts.ts'

let database: Database
test.beforeAll(async () => {
  database = await openDatabase()
})
test.afterAll(() => database.close())

const word = () => `w${crypto.randomUUID().slice(0, 8)}`

async function givenMessage(values: { name: string; message: string }) {
  const [row] = await database.query<{ id: string }>(
    'insert into contact_messages (name, email, message) values ($1, $2, $3) returning id',
    [values.name, `${word()}@example.com`, values.message],
  )
  if (!row) throw new Error('Nothing was inserted')
  return row.id
}

// Shows B2.16, B2.42, B4.6, B8.48
test('a message arrives by itself, is found by its ticket number, answered and closed @desktop', async ({
  asAdmin: page,
  baseURL,
}) => {
  const mark = word()
  await page.goto(`/admin/contact-messages?q=${mark}`)
  await expect(page.getByText('No messages match')).toBeVisible()
  const sent = await page.request.post('/api/contact_messages', {
    headers: { origin: baseURL ?? '' },
    data: {
      name: `<b>Iris</b> ${mark}`,
      email: `${mark}@example.com`,
      phone: '+1 555 0100',
      message: `Is it vegan?\n<img src=x onerror=alert(1)> ${'verylongword'.repeat(40)}`,
    },
  })
  const { id } = await sent.json()
  const ticket = ticketNumber(id)
  await expect(page.getByText(ticket)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Search name, text or ticket number').fill(ticket)
  await expect(page).toHaveURL(new RegExp(`q=${ticket}`))
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/api/export/contact_messages.csv?q=${ticket}`,
  )

  // A click beside all controls opens the message, Reply its reply.
  const dialog = page.getByRole('dialog', { name: `<b>Iris</b> ${mark}` })
  await page.getByText(ticket).click()
  await expect(dialog.getByText('Is it vegan?')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Reply to ${ticket}` }).click()
  await expect(dialog.getByLabel('Your reply')).toBeFocused()
  await page.keyboard.press('Escape')

  const open = page.getByRole('button', { name: `Open ${ticket} from <b>Iris</b> ${mark}` })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Is it vegan?')).toBeVisible()
  await expect(dialog.getByRole('link', { name: '+1 555 0100' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await expect(dialog.getByText('Please write a reply')).toBeVisible()
  await dialog.getByLabel('Your reply').fill('Yes, all of it.')

  // What was begun is still there after the dialog was closed.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.reload()
  await open.click()
  await expect(dialog.getByLabel('Your reply')).toHaveValue('Yes, all of it.')
  await dialog.getByLabel('Your reply').press('Control+Enter')
  await toast(page, 'Reply sent successfully')
  const thread = dialog.getByRole('group', { name: 'Messages and replies' })
  await expect(thread.getByRole('listitem')).toHaveCount(2)
  await expect(thread).toContainText('Stored, no mail server is set up')
  await expect(dialog.getByLabel(`Status of ${ticket}`)).toHaveValue('replied')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const status = page.getByLabel(`Status of ${ticket}`)
  await expect(status).toHaveValue('replied')
  await status.selectOption('Closed')
  await toast(page, 'Status updated successfully')
  await page.getByLabel('Status', { exact: true }).selectOption('Closed')
  await expect(page).toHaveURL(/status=closed/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('New')
  await expect(page.getByText('No messages match')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to').fill(ticket)
  await page.getByRole('option', { name: ticket }).click()
  await expect(dialog.getByText('Yes, all of it.')).toBeVisible()
})

// Shows B8.46, B8.47
test('of two who answer, the second reads the first reply before sending; failures keep the text', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409|500|Failed to load resource/)
  const id = await givenMessage({ name: 'Wren', message: word() })
  await page.goto(`/admin/contact-messages?message=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Wren' })
  const text = dialog.getByLabel('Your reply')
  await text.fill('From me')

  await page.route('**/api/contact_messages/*/replies', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await toast(page, 'Failed to send reply')
  await expect(text).toHaveValue('From me')
  await page.unroute('**/api/contact_messages/*/replies')

  await page.route(
    '**/api/contact_messages/*/replies',
    async (route) => {
      const colleague = await admin.post(`/api/contact_messages/${id}/replies`, {
        data: { version: 1, text: 'From a colleague' },
      })
      expect(colleague.status()).toBe(201)
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await expect(dialog.getByText('has changed or answered this meanwhile')).toBeVisible()
  await expect(dialog.getByText('From a colleague')).toBeVisible()
  await expect(text).toHaveValue('From me')
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await toast(page, 'Reply sent successfully')
  await page.keyboard.press('Escape')

  await page.route('**/api/contact_messages/*/status', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  const status = page.getByLabel(`Status of ${ticketNumber(id)}`)
  await status.selectOption('Closed')
  await toast(page, 'Failed to update status')
  await expect(status).toHaveValue('replied')

  await page.route('**/api/contact_messages?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/admin/contact-messages?q=${word()}`)
  await expectFailedLoad(page, 'Failed to load messages')
  await page.unroute('**/api/contact_messages?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No messages match')).toBeVisible()
})
