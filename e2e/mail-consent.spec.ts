import { preferencesLink } from '#server/modules/mail/mail-links.ts'
import { loadConfig } from '#server/platform/config.ts'
import { mailTo } from './checkout-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { asVisitor, rememberSettings } from './owner-fixtures.ts'
import { toast } from './toasts.ts'
import { workerShop } from './worker-shop.ts'

/** As in the footer of a mail to this address. */
function linkFor(email: string) {
  const config = loadConfig({ DATA_DIR: workerShop().dataDir })
  const { pathname, search } = new URL(preferencesLink(config, email))
  return pathname + search
}

test('a reader chooses the mail by the link of a mail, unsubscribes, and is on the list of the back office', async ({
  asAdmin: page,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const email = `reader.${mark}@example.com`

  await page.goto(linkFor(email))
  await expect(page.getByRole('heading', { name: 'Which mail would you like?' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('switch', { name: 'Review requests' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'News and offers' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'News and offers' }).click()
  await page.getByText('One mail after an order: how was it?').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Your choice is saved' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'News and offers' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Review requests' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Unsubscribe from all' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0)

  await page.goto('/admin/mails')
  await page.getByRole('link', { name: 'Suppression List' }).click()
  // The delivery log can be searched by address, too.
  await expect(page.getByRole('heading', { name: 'Suppression List' })).toBeVisible()
  await page.getByLabel('Search by address').fill(mark)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('Unsubscribed', { exact: true }).last()).toBeVisible()

  await page.getByRole('button', { name: 'Add addresses' }).click()
  const adding = page.getByRole('dialog', { name: 'Add addresses' })
  await adding.getByLabel('Addresses').fill('not-an-address')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding.getByText('not-an-address is not an email address')).toBeVisible()
  await adding.getByLabel('Addresses').fill(`one.${mark}@example.com, two.${mark}@example.com`)
  await adding.getByLabel('Note').fill('Asked by phone')
  await adding.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'They get no more marketing mail')
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Remove one.${mark}@example.com` }).click()
  const removing = page.getByRole('dialog', { name: `Remove one.${mark}@example.com?` })
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(removing.getByText('Please say why')).toBeVisible()
  await removing.getByLabel('Why').fill('Asked to be back')
  await removing.getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'The address is off the list')
  await expect(page.getByText('1–2 of 2')).toBeVisible()

  const consents = await page.request.get('/api/export/marketing_consents.csv')
  expect(await consents.text()).toMatch(
    new RegExp(`"${email}","[^"]+","preferences","[^"]+","[^"]+","unsubscribed"`),
  )
})

test('the owner invites to the newsletter; a guest signs up at the bottom of a page and confirms by mail', async ({
  asAdmin: page,
  admin,
}) => {
  const restoreSettings = await rememberSettings(admin)
  const email = `footer.${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto('/admin/settings')
  await asVisitor(page, '/', async (visitor) => {
    await expect(visitor.getByRole('form', { name: 'Newsletter' })).toHaveCount(0)
  })
  await page.getByLabel('Invitation to the newsletter').fill('A letter now and then.')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings updated successfully')

  await asVisitor(page, '/', async (visitor) => {
    const form = visitor.getByRole('form', { name: 'Newsletter' })
    await expect(form.getByText('A letter now and then.')).toBeVisible()
    await form.getByRole('button', { name: 'Sign up' }).click()
    await expect(form.getByLabel('Email address')).toBeFocused()
    await form.getByLabel('Email address').fill(email)
    await form.getByRole('button', { name: 'Sign up' }).click()
    await toast(visitor, 'Almost done')
    await expect(form.getByLabel('Email address')).toHaveValue('')
    await expectAccessible(visitor)
  })
  let link: string | undefined
  await expect(async () => {
    // Its text is shown once it is stored, not while it waits.
    const { text } = await mailTo(admin, email, 'account-update')
    link = /https?:\/\/\S+\/confirm-newsletter\?\S+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  await asVisitor(page, link ?? '', async (visitor) => {
    await visitor.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
    const done = visitor.getByRole('heading', { name: 'Welcome to our newsletter' })
    await expect(done).toBeVisible()
    await expectAccessible(visitor)
  })
  const consents = await admin.get('/api/export/marketing_consents.csv')
  expect(await consents.text()).toMatch(new RegExp(`"${email}","[^"]+","newsletter"`))
  await restoreSettings()
})
