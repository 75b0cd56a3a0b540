// Apart from the schemas, so that zod stays out of shoppers' bundles.

/** A trade item number (EAN, UPC, ISBN-13) as printed below a bar code, without spaces and dashes. */
export const plainGtin = (typed: string) => typed.replaceAll(/[\s-]/g, '')

const LENGTHS = [8, 12, 13, 14]

/** Whether it has a known length and its last digit is the right one: most typing errors change that. */
export function isGtin(code: string): boolean {
  if (!/^\d+$/.test(code) || !LENGTHS.includes(code.length)) return false
  const digits = [...code].map(Number)
  const check = digits.pop()
  const sum = digits.reverse().reduce((total, digit, n) => total + digit * (n % 2 === 0 ? 3 : 1), 0)
  // Nothing but zeros would pass, too.
  return sum > 0 && (10 - (sum % 10)) % 10 === check
}
