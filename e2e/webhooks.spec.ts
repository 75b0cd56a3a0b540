import type { APIRequestContext } from '@playwright/test'
import { openDatabase } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

// A network of the documentation (RFC 5737), which no machine has; start-shops.ts allows it.
const ADDRESS = 'https://192.0.2.14/hooks'

async function removeAll(admin: APIRequestContext) {
  const webhooks: { id: string }[] = await (await admin.get('/api/webhooks')).json()
  for (const { id } of webhooks) await admin.delete(`/api/webhooks/${id}`)
}

test.beforeEach(({ admin }) => removeAll(admin))
test.afterEach(({ admin }) => removeAll(admin))

test('an owner adds a webhook, sees what failed and that it was switched off @both', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  await page.goto('/admin/settings')
  await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is called yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('It has to be one of the internet')).toBeVisible()
  await dialog.getByLabel('Address').fill(ADDRESS)
  await dialog.getByLabel(/^Stock runs low or out/).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'The webhook is ready')
  const shown = page.getByRole('dialog', { name: 'Copy the signing secret now' })
  await expect(shown.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  const card = page.getByRole('article', { name: ADDRESS })
  await expect(card).toContainText('An order is paid · Stock runs low or out')

  // Three days of failures cannot be waited for.
  const database = await openDatabase()
  await database.query(
    `insert into webhook_deliveries (webhook_id, event, object_id, status, attempts, error, last_attempt_at)
     select id, 'order.paid', gen_random_uuid()::text, 'failed', 10, 'Answered 500.', now() from webhooks`,
  )
  await database.query(
    `update webhooks set active = false, disabled_at = now(), disabled_reason = 'failing', version = version + 1`,
  )
  await database.close()
  await page.reload()
  await expect(card.getByRole('alert')).toContainText('nothing could be delivered for three days')
  await expect(page.getByRole('main').getByText('Answered 500.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send again: An order is paid' }).click()
  await toast(page, 'Not sent')
  await card.getByRole('button', { name: 'Check it and switch it on' }).click()
  const change = page.getByRole('dialog', { name: 'Change the webhook' })
  await change.getByLabel('Switched on').click()
  await change.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The webhook is changed')
  await expect(card.getByRole('alert')).toHaveCount(0)
})
