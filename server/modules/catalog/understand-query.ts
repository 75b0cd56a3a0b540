import type { ProductQuery } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { listAttributes } from './attributes.ts'
import { readPriceWords } from './search/price-words.ts'

const MOST_WORDS = 8

const STOP_WORDS = new Set(
  'a an and any are as at be by for from has have i in is it me my no of on or that the this to with you your'.split(
    ' ',
  ),
)

export type UnderstoodQuery = Awaited<ReturnType<typeof understandQuery>>

/** A query as the shop reads it: the price that its words name, and the chosen options by attribute. */
export async function understandQuery(db: Db, { q = '', options = [], ...query }: ProductQuery) {
  const { words, range } = readPriceWords(q)
  const isPriced = range.min_price !== undefined || range.max_price !== undefined
  return {
    ...query,
    // What was set in the filter counts more than what was typed.
    min_price: query.min_price ?? range.min_price,
    max_price: query.max_price ?? range.max_price,
    words: searchWords(words),
    /** The price range that was typed, to show it to the visitor. */
    typed_price: isPriced ? { min: range.min_price ?? null, max: range.max_price ?? null } : null,
    groups: options.length > 0 ? await optionGroups(db, options) : [],
  }
}

/** A product needs one option of each group. */
async function optionGroups(db: Db, chosen: readonly number[]) {
  const attributes = await listAttributes(db)
  return attributes
    .map(({ id, options }) => ({
      attribute_id: id,
      ids: options.map((option) => option.id).filter((option) => chosen.includes(option)),
    }))
    .filter(({ ids }) => ids.length > 0)
}

/** The letters and digits of a search text, lower case, without accents. Everything else could only be syntax. */
function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS)
  const significant = words.filter((word) => !STOP_WORDS.has(word))
  return significant.length > 0 ? significant : words
}
