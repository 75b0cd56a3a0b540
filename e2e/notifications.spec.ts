import type { APIRequestContext } from '@playwright/test'
import { startPushService } from '#server/testing/push-service.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

test('an administrator chooses notifications by mail, and quiet hours @both', async ({
  asAdmin: page,
  admin,
}) => {
  await switchOff(admin)
  await page.goto('/admin/settings')
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()

  await page.getByRole('checkbox', { name: 'A new paid order, with what to pack' }).check()
  await page.getByRole('checkbox', { name: 'Stock that ran low or out' }).check()
  await page.getByLabel('Summary of sales').selectOption('Every day at 07:00, about the day before')
  await page.getByLabel('From').fill('22:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose both times, or none')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Until').fill('07:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Notifications saved')

  await page.reload()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(page.getByLabel('Until')).toHaveValue('07:00')
  await expect(page.getByLabel('Summary of sales')).toHaveValue('day')
  await page.goto('/admin/email-templates')
  await page.getByRole('tab', { name: 'Service' }).click()
  await expect(page.getByRole('heading', { name: 'Team Notification' })).toBeVisible()
  // The studio of this shop has eighteen templates for the other tests.
  await switchOff(admin)
})

test('new chats appear on a device of the administrator', async ({
  asAdmin: page,
  admin,
  request,
  baseURL,
}) => {
  await switchOff(admin)
  const service = await startPushService()
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(fakeSubscription, service.subscribe())
  await page.goto('/admin/notifications')
  await page.getByRole('button', { name: 'Notify me on this device' }).click()
  await toast(page, 'This device shows notifications now')
  const devices = page.getByRole('list', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveText(/\(this device\)Since/)
  await expect(page.getByRole('checkbox', { name: 'A new chat' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await toast(page, 'Sent to one device')

  const customer = { customer_name: 'Iris Bloom', customer_email: 'iris@example.com' }
  const headers = { origin: baseURL ?? '' }
  const started = await request.post('/api/chat_conversations', { data: customer, headers })
  expect(started.ok(), await started.text()).toBe(true)
  await expect.poll(() => service.received.length).toBe(2)
  // What the worker shows for it: back-office-worker.test.ts.
  expect(service.received[1]?.message).toMatchObject({ title: 'New chat with Iris Bloom' })

  await devices.getByRole('button', { name: /^Remove/ }).click()
  await toast(page, 'Device removed')
  await expect(devices).toBeHidden()
  await service.stop()
  await switchOff(admin)
})

/** Runs in the page. The push services of the browsers cannot be reached from a test. */
function fakeSubscription({
  endpoint,
  ...keys
}: {
  endpoint: string
  p256dh: string
  auth: string
}) {
  let subscription: object | null = null
  const unsubscribe = async () => {
    subscription = null
    return true
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) }
      return subscription
    },
  })
}

test('the back office can be installed, and says when there is no network', {
  tag: '@core',
}, async ({ asAdmin: page, context, expectTrouble }) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/admin')
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ start_url: '/admin', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type'], src).toBe('image/png')
    expect(`${(await icon.body()).readUInt32BE(16)}x${(await icon.body()).readUInt32BE(20)}`).toBe(
      sizes,
    )
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A test's browser has no profile, which is the only reason left.
  const errorsOfPage = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(errorsOfPage).toEqual([])

  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/back-office-worker.js', { scope: '/admin' })
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Admin' }).first()).toBeVisible()
})

async function switchOff(admin: APIRequestContext) {
  const none = {
    kinds: [],
    push_kinds: [],
    summary: 'none',
    quiet_from: null,
    quiet_until: null,
  }
  expect((await admin.put('/api/notifications/settings', { data: none })).status()).toBe(200)
}
