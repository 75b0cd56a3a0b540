const MOST_WORDS = 8

/** They say nothing about a product. */
const FILLERS = new Set(
  'a an and any are as at be by for from has have i in is it me my no of on or that the this to with you your'.split(
    ' ',
  ),
)

/** The letters and digits somebody typed, without accents; everything else could only be syntax. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}
