import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { type Database, openDatabase } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

let database: Database

test.beforeAll(async () => {
  database = await openDatabase()
  await database.query(
    `insert into marketing_consents (email, source) values ($1, 'account') on conflict do nothing`,
    [DEMO_ACCOUNTS.shopper.email],
  )
})
test.afterAll(() => database.close())

const countedPeople = (count: number) => `${count} ${count === 1 ? 'recipient' : 'recipients'}`

type Given = { subject: string; status: 'finished' | 'late'; recipient: 'sent' | 'waiting' }

/** A campaign as it is stored: in this shop no mail server is set up, so none can be sent. */
async function givenCampaign({ subject, status, recipient }: Given) {
  const [campaign] = await database.query<{ id: string }>(
    `insert into campaigns (subject, body, status, recipient_count, send_at, started_at, finished_at)
     values ($1, 'Hello', $2, 1, '2026-03-02T09:00:00Z',
       case when $2 = 'finished' then now() end, case when $2 = 'finished' then now() end)
     returning id`,
    [subject, status],
  )
  const id = campaign?.id ?? ''
  await database.query(
    `insert into campaign_recipients (campaign_id, email, name, type, status)
     values ($1, 'fern@example.com', 'Fern Field', 'guest', $2)`,
    [id, recipient],
  )
  return id
}

// Shows B2.8, B2.30, B4.14, B5.11, B7.12, B8.15, B8.16, B8.17, B8.18, B8.19
test('a campaign: filters, choice, preview and sending, with the texts of each', {
  tag: '@desktop',
}, async ({ asAdmin: page, expectTrouble }) => {
  // No mail server is set up, and an unknown variable is refused.
  expectTrouble(/409/)
  await page.goto('/admin/marketing')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await toast(page, 'No recipients')

  // Who gets it, who does not, and why.
  await page.getByLabel('People').selectOption('user')
  // Other tests give and withdraw consent meanwhile, so the number is the one of this answer.
  const answer = page.waitForResponse('**/api/campaigns/audience?*type=user*')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  const audience = await (await answer).json()
  await toast(page, 'Filters applied')
  await expect(page.getByText(`${countedPeople(audience.receiving)} found`)).toBeVisible()
  await page.getByRole('button', { name: /^Left out \(/ }).click()
  await expect(page.getByRole('button', { name: /^Left out \(/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: /^Will get it \(/ }).click()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: DEMO_ACCOUNTS.shopper.email }).check()
  const send = page.getByRole('button', { name: 'Send to 1 recipient' })
  await send.click()
  await toast(page, 'Missing content')

  // The mail beside it follows what is written.
  await page.getByLabel('Subject').fill('For {{nme}}')
  await page.getByLabel('Message', { exact: true }).fill('Look, <b>new</b>.')
  await expect(page.getByText('There is no {{nme}}. A campaign knows {{name}}.')).toBeVisible()
  const subject = `For {{name}} ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Subject').fill(subject)
  const frame = page.locator('iframe[sandbox=""]').contentFrame()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/^For Amélie Laurent/)
  await expect(frame.getByText('Look, <b>new</b>.').last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await toast(page, 'Email required')

  // Nothing pretends to be sent.
  await send.click()
  const question = page.getByRole('alertdialog', { name: 'Send this campaign?' })
  await expect(question).toContainText('goes to 1 recipient')
  await question.getByRole('button', { name: 'Send' }).click()
  await toast(page, 'Error sending emails')
  await expect(page.getByText('No mail server is set up yet.')).toBeVisible()

  // As if there was one.
  const campaign_id = await givenCampaign({ subject, status: 'finished', recipient: 'sent' })
  await page.route('**/api/functions/send-marketing-email', (route) =>
    route.fulfill({ json: { success: true, campaign_id, recipients: 1, left_out: 0 } }),
  )
  await send.click()
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await toast(page, 'Emails sent successfully')
  await expect(page.getByText('fern@example.com')).toBeVisible()
  await expectAccessible(page)
})

test('a campaign that is late waits for the owner: another time, or never', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const subject = `Spring ${crypto.randomUUID().slice(0, 8)}`
  await givenCampaign({ subject, status: 'late', recipient: 'waiting' })
  await page.goto('/admin/marketing?tab=campaigns')
  await page.getByLabel('Search by subject').fill(subject)
  await expect(page.getByText('Waits for you').last()).toBeVisible()
  await page.getByRole('link', { name: subject }).click()
  await expect(
    page.getByText(/This campaign was due .* but the shop was not running/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('No mail server is set up yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another time' })
  await dialog.getByLabel('Send at').fill('2035-01-02T09:30')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await toast(page, 'Campaign scheduled')
  await expect(page.getByText(/This campaign was due/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop this campaign?' })
  await expect(question).toContainText('1 of its recipients have got nothing yet')
  await question.getByRole('button', { name: 'Stop' }).click()
  await toast(page, 'Campaign stopped')
  await expect(page.getByText('Left out: 1 stopped before.')).toBeVisible()
})
