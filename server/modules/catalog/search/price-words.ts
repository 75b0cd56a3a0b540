type PriceRange = { min_price?: number; max_price?: number }

const NUMBER = String.raw`(\d{1,6}(?:[.,]\d{1,2})?)`
// Whatever the shop's currency is: it has only one, so an amount in another is an amount in this one.
const CURRENCY = String.raw`(?:\$|£|€|(?:usd|cad|gbp|eur)\s?|(?:us|ca?)\$)`
const AFTER = String.raw`(?:\s?(?:\$|£|€|usd|cad|gbp|eur|dollars?|bucks|pounds?|quid|euros?))`
const AMOUNT = `${CURRENCY}?\\s?${NUMBER}${AFTER}?(?![\\p{L}\\p{N}%])`
/** A number that can only be money: "for skin over 40" is about years. */
const MONEY = `(?:${CURRENCY}\\s?${NUMBER}|${NUMBER}${AFTER})(?![\\p{L}\\p{N}%])`

const BETWEEN = new RegExp(`(?:between\\s+)${AMOUNT}\\s+(?:and|to)\\s+${AMOUNT}`, 'iu')
const FROM_TO = new RegExp(
  `${CURRENCY}\\s?${NUMBER}\\s?(?:-|–|to)\\s?${CURRENCY}?\\s?${NUMBER}`,
  'iu',
)
const UP_TO = new RegExp(
  `(?:(?<!\\p{L})(?:under|below|less than|cheaper than|up to|max(?:imum)?|at most)|<)\\s*${AMOUNT}`,
  'iu',
)
const AT_LEAST = new RegExp(
  `(?:(?<!\\p{L})(?:over|above|more than|from|at least|min(?:imum)?)|>)\\s*${MONEY}`,
  'iu',
)

/** "toner under 30" is "toner" up to $30. What is no price stays in the words. */
export function readPriceWords(text: string): { words: string; range: PriceRange } {
  let words = text
  const range: PriceRange = {}
  const take = (pattern: RegExp, put: (amounts: number[]) => void) => {
    const found = pattern.exec(words)
    if (!found) return
    words = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    put(found.slice(1).flatMap((amount) => (amount ? Number(amount.replace(',', '.')) : [])))
  }
  const between = (amounts: number[]) => {
    range.min_price = Math.min(...amounts)
    range.max_price = Math.max(...amounts)
  }
  take(BETWEEN, between)
  take(FROM_TO, between)
  take(UP_TO, ([amount]) => {
    range.max_price ??= amount
  })
  take(AT_LEAST, ([amount]) => {
    range.min_price ??= amount
  })
  return { words, range }
}
