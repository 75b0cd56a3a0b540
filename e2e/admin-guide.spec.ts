import { expect, expectAccessible, test } from './fixtures.ts'

test('a screen leads to its section of the guide, and a search finds, opens and comes back', async ({
  asAdmin: page,
}) => {
  await page.goto('/admin/coupons')
  await page.getByRole('link', { name: 'How this works' }).click()
  await expect(page).toHaveURL(/\/admin\/guide\/coupons#create-a-coupon$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create a coupon' })).toBeInViewport()

  const picture = page.getByRole('img', { name: /list of coupons/ })
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('naturalWidth', 1440)
  const source = await picture.getAttribute('src')
  const answer = await page.request.get(source ?? '')
  expect(answer.headers()['cache-control']).toContain('immutable')
  expect((await answer.body()).length).toBeLessThan(60_000)

  await page.getByRole('link', { name: 'All topics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search the guide').fill('refunds')
  await expect(page.getByText('about “refunds”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Refund a payment' }).click()
  await expect(page).toHaveURL(/\/admin\/guide\/payments#refund-a-payment$/)
  await expect(page.getByRole('heading', { name: 'Refund a payment' })).toBeInViewport()
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)

  await page.goBack()
  await expect(page.getByLabel('Search the guide')).toHaveValue('refunds')
  await expect(page.getByText('about “refunds”')).toBeVisible()
  await page.getByLabel('Search the guide').fill('zeppelin')
  await expect(page.getByText('The guide has nothing about this')).toBeVisible()
})

test('Ctrl-K finds a section of the guide, and its address opens at that section', async ({
  asAdmin: page,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to…').fill('spam folder')
  await page.getByRole('option', { name: 'Stay out of the spam folder' }).click()
  const heading = page.getByRole('heading', { name: 'Stay out of the spam folder' })
  await expect(heading).toBeInViewport()

  await page.reload()
  await expect(heading).toBeInViewport()
  await page.goto('/admin/guide/no-such-topic')
  await expect(page.getByRole('heading', { name: 'The guide has no such topic' })).toBeVisible()
})
