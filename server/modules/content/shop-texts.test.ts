import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ANSWER_KEYS } from '#contract/chat-rules.ts'
import { TEXT_KEYS, TextEdit } from '#contract/shop-texts.ts'
import { content } from '#demo/fixtures.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { shop_texts } from './content.table.ts'
import { NEUTRAL_TEXTS } from './neutral-texts.ts'
import { contentDemoData } from './remove-demo-data.ts'
import { listEditableTexts, listTexts, readClaims, saveText } from './shop-texts.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date() }
const demoTexts = content.shop_texts.map((text) => ({ ...text, is_own: false }))
const KEEP_NOTHING = {
  products: false,
  categories: false,
  pages: false,
  settings: false,
  look: false,
}

beforeEach(async () => {
  await db.delete(shop_texts)
})

test('a new shop claims nothing: no days, no prices, no qualities', async () => {
  const texts = await listTexts(db, TEXT_KEYS)
  expect(texts.map(({ text_key }) => text_key)).toEqual(TEXT_KEYS)
  for (const { text_key, text } of texts) {
    expect(text, text_key).toBe(NEUTRAL_TEXTS[text_key].text)
    expect(text, text_key).not.toMatch(
      /\d+ ?-? ?\d* (business )?(days|hours)|\$\d|skincare|All our/,
    )
  }
  expect((await readClaims(db)).every(({ is_own }) => is_own)).toBe(true)
})

test('what the owner saves is what visitors read; a stale save is refused', async () => {
  await db.insert(shop_texts).values(demoTexts)
  const [first] = await listEditableTexts(db)
  if (!first) throw new Error('no text')
  const { text_key, version } = first
  const edit = { text_key, title: 'How fast are you?', text: 'Ten days, by bicycle.', version }
  await saveText(db, edit, by)
  expect(await listTexts(db, ANSWER_KEYS)).toContainEqual(
    expect.objectContaining({
      text_key,
      title: 'How fast are you?',
      text: 'Ten days, by bicycle.',
    }),
  )
  await expect(saveText(db, edit, by)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const log = await listAudit(db, { object_type: 'shop_texts' })
  expect(log.items[0]).toMatchObject({ object_name: text_key, actor_name: by.name })
})

test('claims of the demo have to be checked, each that is changed no longer', async () => {
  await db.insert(shop_texts).values(demoTexts)
  const open = async () => (await readClaims(db)).flatMap((one) => (one.is_own ? [] : one.part))
  expect(await open()).toHaveLength(5)
  const consent = { text_key: 'consent' as const, title: null, text: 'Write to me.', version: 1 }
  await saveText(db, consent, by)
  expect(await open()).not.toContain('claims_consent')
  for (const text_key of ANSWER_KEYS) {
    expect(await open()).toContain('claims_answers')
    await saveText(db, { text_key, title: null, text: '', version: 1 }, by)
  }
  expect(await open()).toEqual(['claims_privacy', 'claims_terms', 'claims_shipping'])
})

test('an own shop made of the demo starts with neutral texts, and with what the owner wrote', async () => {
  await db.insert(shop_texts).values(demoTexts)
  await saveText(db, { text_key: 'consent', title: null, text: 'Write to me.', version: 1 }, by)
  await db.transaction((tx) =>
    contentDemoData.remove(tx, { keep: KEEP_NOTHING, admin_id: by.id, at: by.at }),
  )
  const texts = await listTexts(db, TEXT_KEYS)
  for (const { text_key, text } of texts) {
    expect(text).toBe(text_key === 'consent' ? 'Write to me.' : NEUTRAL_TEXTS[text_key].text)
  }
})

test.each([
  [{ text_key: 'answer_returns', title: '', text: 'Yes.' }, 'A question is required'],
  [{ text_key: 'policy_terms', title: null, text: ' ' }, 'This text is required'],
  [{ text_key: 'consent', title: 'Well?', text: 'Yes.' }, 'Only answers have a question'],
])('%j is refused: %s', (edit, message) => {
  expect(TextEdit.safeParse(edit).error?.issues[0]?.message).toBe(message)
})

test('an answer may be left out', () => {
  expect(TextEdit.safeParse({ text_key: 'answer_vegan', title: null, text: '' }).success).toBe(true)
})
