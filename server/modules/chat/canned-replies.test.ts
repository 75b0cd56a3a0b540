import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CannedReplyEdit } from '#contract/canned-replies.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { createCannedReply, updateCannedReply } from './canned-replies.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }

test('a shortcut exists once, and is not overwritten by an older edit', async () => {
  const shipping = await createCannedReply(db, { shortcut: 'shipping', text: 'Soon' }, by)
  const returns = await createCannedReply(db, { shortcut: 'returns', text: 'Gladly' }, by)
  await expect(
    createCannedReply(db, { shortcut: 'shipping', text: 'Later' }, by),
  ).rejects.toMatchObject({ code: 'SHORTCUT_TAKEN' })
  await expect(
    updateCannedReply(db, { ...returns, shortcut: 'shipping' }, by),
  ).rejects.toMatchObject({ code: 'SHORTCUT_TAKEN' })
  await updateCannedReply(db, { ...shipping, text: 'Tomorrow' }, by)
  await expect(updateCannedReply(db, { ...shipping, text: 'Next week' }, by)).rejects.toMatchObject(
    { code: 'CHANGED_MEANWHILE' },
  )
})

test.each([
  [{ shortcut: ' ' }, 'Shortcut is required'],
  [{ shortcut: 'two words' }, 'Use letters, digits and single hyphens'],
  [{ text: ' \n' }, 'Text is required'],
])('refuses %o', (wrong, message) => {
  const { error } = CannedReplyEdit.safeParse({ shortcut: 'shipping', text: 'Soon', ...wrong })
  expect(error?.issues).toContainEqual(expect.objectContaining({ message }))
})

test('a shortcut is typed in small letters', () => {
  expect(CannedReplyEdit.parse({ shortcut: ' Thank-You ', text: 'Thanks' }).shortcut).toBe(
    'thank-you',
  )
})
