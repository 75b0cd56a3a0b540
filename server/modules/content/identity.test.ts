import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { pages, site_settings } from './content.table.ts'
import { DEMO_IDENTITY, POLICY_SLUGS, readOwnIdentity, readPolicies } from './identity.ts'

type Demo = {
  site_settings: Record<string, string>
  pages: { slug: string; content: string }[]
}
const demo: Demo = JSON.parse(readFileSync('demo/content.json', 'utf8'))

test('the texts that a new shop starts with, and those of the demo, are not the owner’s', async () => {
  const { db } = await givenDatabase()
  const adapted = async () => (await readPolicies(db)).filter(({ is_adapted }) => is_adapted)
  expect(await readPolicies(db)).toHaveLength(POLICY_SLUGS.length)
  expect(await adapted()).toEqual([])
  for (const { slug, content } of demo.pages) {
    await db.update(pages).set({ content }).where(eq(pages.slug, slug))
  }
  expect(await adapted()).toEqual([])
  const slug = 'privacy-policy'
  await db.update(pages).set({ content: 'We store your name.' }).where(eq(pages.slug, slug))
  expect(await adapted()).toMatchObject([{ slug }])
})

test('the values of the demo count as none', async () => {
  expect(demo.site_settings).toMatchObject(DEMO_IDENTITY)
  const { db } = await givenDatabase()
  for (const key of ['site_title', 'support_email'] as const) {
    const row = { setting_key: key, setting_value: DEMO_IDENTITY[key] }
    await db
      .insert(site_settings)
      .values(row)
      .onConflictDoUpdate({ target: site_settings.setting_key, set: row })
  }
  expect(await readOwnIdentity(db)).toMatchObject({ name: '', email: '' })
})
