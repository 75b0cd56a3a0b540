/** What the standard fonts of PDF have besides Latin-1. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const WITHOUT_ACCENT: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h' }

/** Text that the standard fonts can show: letters they lack lose their accent, other scripts become "?". */
export const printable = (text: string) =>
  Array.from(text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' '), printableLetter).join('')

function printableLetter(letter: string) {
  if (/[\x20-\x7e\xa0-\xff]/.test(letter) || EXTRA.includes(letter)) return letter
  const plain = WITHOUT_ACCENT[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return /^[\x20-\x7e]+$/.test(plain) ? plain : '?'
}
