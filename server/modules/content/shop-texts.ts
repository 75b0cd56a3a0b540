import { eq, sql } from 'drizzle-orm'
import { ANSWER_KEYS } from '#contract/chat-rules.ts'
import {
  type EditableText,
  type ShopText,
  TEXT_KEYS,
  type TextEdit,
  type TextKey,
} from '#contract/shop-texts.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, updateRow } from '#server/platform/edit-rows.ts'
import { shop_texts } from './content.table.ts'
import { hashOfText } from './identity.ts'
import { NEUTRAL_TEXTS } from './neutral-texts.ts'

/** A text without a row is the neutral one. */
export async function listEditableTexts(db: Db): Promise<EditableText[]> {
  const rows = await db.select().from(shop_texts)
  return TEXT_KEYS.map((text_key) => {
    const neutral = NEUTRAL_TEXTS[text_key]
    const row = rows.find((one) => one.text_key === text_key)
    return { text_key, ...neutral, is_own: true, version: 0, ...row, neutral }
  })
}

export async function listTexts(db: Db, keys: readonly TextKey[]): Promise<ShopText[]> {
  const texts = await listEditableTexts(db)
  return texts.filter(({ text_key }) => keys.includes(text_key))
}

export const saveText = (db: Db, edit: TextEdit & { version: number }, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const { text_key, version, ...words } = edit
    const options = { by, name: (row: { text_key: string }) => row.text_key }
    // A text without a row has nothing else to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`text:${text_key}`}))`)
    const [before] = await tx.select().from(shop_texts).where(eq(shop_texts.text_key, text_key))
    const values = { ...words, is_own: true }
    const saved = before
      ? await updateRow(tx, shop_texts, { id: before.id, version }, values, options)
      : await createRow(tx, shop_texts, { text_key, ...values }, options)
    await announceChange(tx, 'shop_texts')
    return { ...saved, neutral: NEUTRAL_TEXTS[text_key] }
  })

/** What the set-up guide asks the owner to check. The five answers are read together. */
const CLAIMS = {
  claims_answers: ANSWER_KEYS,
  claims_consent: ['consent'],
  claims_privacy: ['policy_privacy'],
  claims_terms: ['policy_terms'],
  claims_shipping: ['policy_shipping'],
} as const satisfies Record<string, readonly TextKey[]>

/** Neutral texts claim nothing, and the owner's own are the owner's; those of the demo have to be read. */
export async function readClaims(db: Db) {
  const texts = await listEditableTexts(db)
  return Object.entries(CLAIMS).map(([part, keys]) => {
    const claimed = texts.filter(({ text_key }) => (keys as readonly string[]).includes(text_key))
    return {
      part: part as keyof typeof CLAIMS,
      is_own: claimed.every(({ is_own }) => is_own),
      content_hash: hashOfText(claimed.map(({ title, text }) => `${title}\n${text}`).join('\n')),
    }
  })
}
