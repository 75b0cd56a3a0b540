import { digitsOf, findTestCard, passesLuhn, type TestCard } from './test-cards.ts'

export type CardFields = { number: string; expiry: string; cvv: string; zip: string }
export type CardErrors = Partial<Record<keyof CardFields, string>>

export const emptyCard: CardFields = { number: '', expiry: '', cvv: '', zip: '' }

export function readCardFields(body: Buffer): CardFields {
  const form = new URLSearchParams(body.toString('utf8'))
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 40)
  return {
    number: field('number'),
    expiry: field('expiry'),
    cvv: field('cvv'),
    zip: field('zip'),
  }
}

type Checked = { card: TestCard; errors: null } | { card: null; errors: CardErrors }

export function checkCard(fields: CardFields, now: number): Checked {
  const errors: CardErrors = {
    ...only('number', numberError(fields.number)),
    ...only('expiry', expiryError(fields.expiry, now)),
    ...only('cvv', /^\d{3,4}$/.test(fields.cvv) ? null : 'Enter the 3 or 4 digits.'),
    ...only('zip', /^[a-z\d][a-z\d -]{2,9}$/i.test(fields.zip) ? null : 'Enter the billing ZIP.'),
  }
  const card = findTestCard(fields.number)
  if (!card || Object.keys(errors).length > 0) return { card: null, errors }
  return { card, errors: null }
}

const only = (field: keyof CardFields, error: string | null): CardErrors =>
  error ? { [field]: error } : {}

function numberError(number: string): string | null {
  const digits = digitsOf(number)
  if (!digits) return 'Enter the card number.'
  if (!/^\d{13,19}$/.test(digits)) return 'A card number has 13 to 19 digits.'
  if (!passesLuhn(digits)) return 'Check the card number: a digit is wrong.'
  // Whoever types a real card here took the simulation for the real thing.
  if (!findTestCard(digits)) return 'Use one of the test cards below, never a real card.'
  return null
}

function expiryError(expiry: string, now: number): string | null {
  if (!expiry) return 'Enter the expiry date.'
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) {
    return 'Write the date as MM / YY.'
  }
  const end = Date.UTC(2000 + Number(year), Number(month), 1)
  return end <= now ? 'This card has expired.' : null
}
