type TaxRate = { id: string; name: string; rate: number }

type Address = {
  address1: string
  address2: string
  address3: string
  city: string
  state: string
  zip: string
  country: string
}

export type Merchant = {
  /** 13 letters and digits. */
  id: string
  name: string
  privateToken: string
  signingSecret: string
  /** Overrides the simulator's webhook URL for this merchant. */
  webhookUrl?: string
  currency: string
  address: Address
  phoneNumber: string
  website: string
  customerContactEmail: string
  /** `rate` counts 10% as 1000000. */
  taxRates: TaxRate[]
}

export const defaultMerchant: Merchant = {
  id: 'MERCHANTSIM01',
  name: 'Simulated Shop',
  privateToken: 'sim_private_token',
  signingSecret: 'sim_signing_secret',
  currency: 'USD',
  address: {
    address1: '1 Main St',
    address2: '',
    address3: '',
    city: 'Boston',
    state: 'MA',
    zip: '02110',
    country: 'US',
  },
  phoneNumber: '6175550100',
  website: 'https://shop.example',
  customerContactEmail: 'hello@shop.example',
  taxRates: [{ id: 'TAXRATESIM001', name: 'State tax', rate: 625000 }],
}

/** What a card number makes happen. `expire` and `wait` exist in the simulator only. */
type CardEffect = 'approve' | 'decline' | 'expire' | 'wait'

export type TestCard = {
  number: string
  brand: string
  effect: CardEffect
  label: string
  /** Why it is declined; null when the provider does not say. */
  decline_code: string | null
}

const card = (
  number: string,
  brand: string,
  effect: CardEffect,
  label: string,
  decline_code: string | null = null,
): TestCard => ({ number, brand, effect, label, decline_code })

/** The ones offered on the hosted page: one for each way a payment can go. */
export const offeredCards: TestCard[] = [
  card('4242424242424242', 'VISA', 'approve', 'Approved'),
  card('378282246310005', 'AMEX', 'approve', 'Approved'),
  card('4005571702222222', 'VISA', 'decline', 'Declined', 'insufficient_funds'),
  card('4000000000000077', 'VISA', 'wait', 'Approved, webhook sent late'),
  card('4000000000000069', 'VISA', 'expire', 'The page expires while paying'),
]

const otherCards: TestCard[] = [
  card('4000056655665556', 'VISA', 'approve', 'Approved'),
  card('371449635398431', 'AMEX', 'approve', 'Approved'),
  card('30569309025904', 'DINERS_CLUB', 'approve', 'Approved'),
  card('38520000023237', 'DINERS_CLUB', 'approve', 'Approved'),
  card('3566002020360505', 'JCB', 'approve', 'Approved'),
  card('4761530001111126', 'VISA', 'approve', 'Approved, address check passes'),
  card('5204245250003294', 'MC', 'approve', 'Approved, address check passes'),
  card('4111111111111111', 'VISA', 'approve', 'Approved'),
  card('5555555555554444', 'MC', 'approve', 'Approved'),
  card('4005578003333335', 'VISA', 'decline', 'Part approval, declined online', 'partial_approval'),
  card('4264281511117771', 'VISA', 'decline', 'Declined', 'expired_card'),
  card('5424180273333333', 'MC', 'decline', 'Declined', 'issuer_declined'),
  card('375987654000004', 'AMEX', 'decline', 'Declined, no reason given'),
]

const byNumber = new Map([...offeredCards, ...otherCards].map((one) => [one.number, one]))

export const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

export const findTestCard = (number: string) => byNumber.get(digitsOf(number))

/** Groups digits the way they are embossed: 4-6-5 for Amex, 4-6-4 for Diners, else fours. */
export function groupDigits(number: string): string {
  const digits = digitsOf(number)
  if (/^3[4-7]\d{13}$/.test(digits)) return digits.replace(/(.{4})(.{6})(.*)/, '$1 $2 $3')
  if (/^3[068]\d{12}$/.test(digits)) return digits.replace(/(.{4})(.{6})(.*)/, '$1 $2 $3')
  return digits.replace(/(.{4})(?=.)/g, '$1 ')
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
