import type { Page } from '@playwright/test'
import { givenMp4, jpegOf } from '#server/testing/upload-factories.ts'
import { button, field, toasts } from './account-fixtures.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { fill, openForm, photo, test, titles } from './review-fixtures.ts'

const MEGABYTE = 1_000_000

const clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: givenMp4(2 * MEGABYTE) }

const fileInput = (page: Page) => page.locator('input[type=file]')
const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true })

/** A connection so slow that an upload stays under way until it is restored. */
async function givenSlowConnection(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(40_000)
  return { restore: () => limit(-1) }
}

/** The share that was sent: more than nothing, and not yet everything. */
async function expectUnderWay(page: Page, name: string) {
  const bar = page.getByRole('progressbar', { name: `Uploading ${name}` })
  await expect(bar).toBeVisible()
  const share = () => bar.evaluate((element: HTMLProgressElement) => element.value)
  await expect.poll(async () => ((value) => value > 0 && value < 1)(await share())).toBe(true)
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('an upload shows how far it is, holds the review back, and can be cancelled', {
  tag: '@core',
}, async ({ asShopper: page, product }) => {
  await openForm(page, product.id)
  await fill(page, 'Without the clip', 'It took too long.')
  const connection = await givenSlowConnection(page)
  await fileInput(page).setInputFiles(clip)
  await expectUnderWay(page, 'clip.mp4')
  await expectAccessible(page)
  await button(page, 'Submit Review').click()
  await expect(toasts(page)).toContainText('Please wait until your file is uploaded.')
  await expect(titles(page)).toHaveCount(0)

  const ended = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/media'),
  )
  await button(page, 'Cancel clip.mp4').click()
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(page.getByText('clip.mp4')).toHaveCount(0)
  await expect(fileInput(page)).toBeFocused()

  await connection.restore()
  await button(page, 'Submit Review').click()
  await expect(titles(page)).toHaveText(['Without the clip'])
  await expect(page.getByRole('button', { name: /^Open the video/ })).toHaveCount(0)
})

test('an upload whose connection is lost is sent again from the keyboard, and the focus stays', async ({
  asShopper: page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/ERR_CONNECTION_RESET/)
  await openForm(page, product.id)
  await fill(page, 'From the train', 'With a tunnel.')
  await page.route('**/api/media*', (route) => route.abort('connectionreset'), { times: 1 })
  await fileInput(page).setInputFiles(clip)
  const row = page.getByRole('listitem').filter({ hasText: 'clip.mp4' })
  await expect(row).toContainText('Upload failed')
  await expect(row).toContainText('We could not reach the shop. Please check your connection')
  await expect(page.getByRole('status').filter({ hasText: 'Upload failed' })).toHaveCount(1)
  await expectAccessible(page)

  const connection = await givenSlowConnection(page)
  await button(page, 'Try clip.mp4 again').focus()
  await page.keyboard.press('Enter')
  await expectUnderWay(page, 'clip.mp4')
  await expect(button(page, 'Cancel clip.mp4')).toBeFocused()
  await connection.restore()
  await expect(uploaded(page)).toBeVisible()
  await expect(button(page, 'Remove clip.mp4')).toBeFocused()
  await expect(field(page, 'Title')).toHaveValue('From the train')
  await button(page, 'Submit Review').click()
  await expect(titles(page)).toHaveText(['From the train'])
  await expect(page.getByRole('button', { name: /^Open the video/ })).toBeVisible()
})

test('a file that can not be used says why, and the next one takes its place', async ({
  asShopper: page,
  product,
  expectTrouble,
}) => {
  // What only looks like a picture is refused by the server.
  expectTrouble(/415/)
  await openForm(page, product.id)
  const files = page.getByRole('group', { name: /chosen files$/ })
  const offer = async (name: string, mimeType: string, buffer: Buffer) => {
    await fileInput(page).setInputFiles({ name, mimeType, buffer })
    await expect(files.getByRole('listitem')).toHaveCount(1)
  }
  await offer('diary.pdf', 'application/pdf', Buffer.from('%PDF-1.7'))
  await expect(files).toContainText('diary.pdf is not an image or a video (MP4 or WebM)')
  await offer('huge.jpg', 'image/jpeg', jpegOf(6 * MEGABYTE))
  await expect(files).toContainText('File "huge.jpg" is larger than 5MB')
  await offer('fake.jpg', 'image/jpeg', Buffer.from('<script>alert(1)</script>'))
  await expect(files).toContainText('fake.jpg is not an image or a video (MP4 or WebM)')
  await expect(page.getByRole('button', { name: /^Try .* again$/ })).toHaveCount(0)
  await expectAccessible(page)
  expect(await sideways(page)).toBe(0)

  const { name, mimeType, buffer } = await photo()
  await offer(name, mimeType, buffer)
  await expect(uploaded(page)).toBeVisible()
  await expect(files).not.toContainText('fake.jpg')
})

test('the keyboard alone chooses, removes and chooses again', async ({
  asShopper: page,
  product,
}) => {
  // With a listener Playwright answers all choosers; without one, only those that open while it waits.
  page.on('filechooser', () => {})
  await openForm(page, product.id)
  await page.getByLabel(/^Your name/).focus()
  await page.keyboard.press('Tab')
  await expect(fileInput(page)).toBeFocused()
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Space')
    await (await chooser).setFiles(await photo())
    await expect(uploaded(page)).toBeVisible()
  }
  await choose()
  await page.keyboard.press('Tab')
  const remove = button(page, 'Remove cheek.jpg')
  await expect(remove).toBeFocused()
  const size = await remove.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(fileInput(page)).toBeFocused()
  await choose()
})
