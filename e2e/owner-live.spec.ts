import { expect, test } from './fixtures.ts'
import { givenCoupon, openLive, rememberSettings, saveSetting } from './owner-fixtures.ts'

test('what a colleague changes appears by itself on every screen of coupons and content', async ({
  asAdmin: page,
  admin,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const call = async (method: 'post' | 'put' | 'delete', path: string, data?: unknown) => {
    const answer = await admin[method](`/api/${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }

  await openLive(page, '/admin/coupons')
  await expect(page.getByRole('switch').first()).toBeVisible()
  const code = await givenCoupon(admin)
  await expect(page.getByText(code, { exact: true })).toBeVisible()

  const testimonials = page.getByRole('group', { name: 'Testimonials' })
  await openLive(page, '/admin/testimonials')
  await expect(testimonials).toBeVisible()
  const said = { name: `Wanda ${mark}`, text: 'Soft.', rating: 5, image_url: null }
  const testimonial = await call('post', 'testimonials', { ...said, is_visible: false })
  await expect(testimonials.getByText(said.name)).toBeVisible()
  await call('delete', `testimonials/${testimonial.id}`)
  await expect(testimonials.getByText(said.name)).toHaveCount(0)

  const items = page.getByRole('group', { name: 'Before & After items' })
  await openLive(page, '/admin/before-after')
  await expect(items).toBeVisible()
  const story = { title: `Week ${mark}`, description: 'Calmer.', image_url: null }
  const [item] = await call('post', 'before_after', { items: [story] })
  await expect(items.getByText(story.title)).toBeVisible()
  await call('delete', `before_after/${item.id}`)
  await expect(items.getByText(story.title)).toHaveCount(0)

  await openLive(page, `/admin/pages?q=${mark}`)
  await expect(page.getByText('No pages match')).toBeVisible()
  const text = { title: `Story ${mark}`, slug: `story-${mark}`, content: 'Once' }
  const written = await call('post', 'editable/pages', {
    ...text,
    is_active: false,
    show_in_nav: false,
    nav_order: 0,
  })
  await expect(page.getByText(text.title)).toBeVisible()
  await call('delete', `editable/pages/${written.id}`)
  await expect(page.getByText('No pages match')).toBeVisible()

  const readBanner = async () => (await admin.get('/api/editable/banner_content')).json()
  const { id: _, ...banner } = await readBanner()
  await openLive(page, '/admin/banner')
  await expect(page.getByLabel('Subtitle')).toHaveValue(banner.subtitle)
  await call('put', 'banner_content', { ...banner, subtitle: `Slowly ${mark}` })
  await expect(page.getByLabel('Subtitle')).toHaveValue(`Slowly ${mark}`)
  await expect(page.getByRole('insertion').getByText(`Slowly ${mark}`)).toBeVisible()
  await call('put', 'banner_content', { ...banner, version: (await readBanner()).version })

  const restoreSettings = await rememberSettings(admin)
  await openLive(page, '/admin/settings')
  await expect(page.getByLabel('City')).toBeVisible()
  await saveSetting(admin, 'contact_city', `Porto ${mark}`)
  await expect(page.getByLabel('City')).toHaveValue(`Porto ${mark}`)
  await restoreSettings()

  const sections = page.getByRole('group', { name: 'Sections' }).getByRole('listitem')
  await openLive(page, '/admin/section-backgrounds')
  const last = await sections.last().getByRole('paragraph').first().textContent()
  const rows = await (await admin.get('/api/editable/section_backgrounds')).json()
  const position = `section_backgrounds/${rows.at(-1).section_name}/position`
  await call('put', position, { direction: 'up' })
  await expect(sections.nth(-2)).toContainText(last ?? '')
  await call('put', position, { direction: 'down' })
  await expect(sections.last()).toContainText(last ?? '')
})
