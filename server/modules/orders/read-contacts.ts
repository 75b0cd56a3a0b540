import type { ContactAddress } from '#contract/customer-import.ts'
import { Email } from '#contract/fields.ts'
import { countryCodeOf } from '#contract/place-codes.ts'
import { countryName } from '#contract/places.ts'
import type { CsvRow } from '#server/platform/read-csv.ts'
import { normalizeAddress } from '../consent/index.ts'

// How shops and mailing services name the columns of their lists: Shopify, WooCommerce, Mailchimp, and spreadsheets.
const COLUMNS = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail'],
  name: ['name', 'full name', 'customer name', 'display name'],
  first_name: ['first name', 'billing first name', 'firstname', 'given name'],
  last_name: ['last name', 'billing last name', 'lastname', 'surname', 'family name'],
  consent: [
    'accepts email marketing',
    'accepts marketing',
    'marketing consent',
    'email marketing',
    'email marketing status',
    'newsletter',
    'subscribed',
    'consent',
    'opt-in',
    'opt in',
  ],
  consent_at: [
    'consent date',
    'consent at',
    'consent given at',
    'given at',
    'opt-in date',
    'opt-in time',
    'optin time',
    'confirm time',
    'date subscribed',
    'subscribed at',
  ],
  address: ['default address address1', 'address1', 'billing address 1', 'address', 'street'],
  address2: ['default address address2', 'address2', 'billing address 2'],
  city: ['default address city', 'city', 'billing city', 'town'],
  state: ['default address province code', 'province code', 'province', 'state', 'billing state'],
  zip: ['default address zip', 'zip', 'zip code', 'billing postcode', 'postcode', 'postal code'],
  country: [
    'default address country code',
    'country code',
    'country',
    'country / region',
    'billing country',
  ],
} as const
type Column = keyof typeof COLUMNS

/** Underscores are spaces: exports of programs write `first_name`. */
const plainName = (name: string) => name.replaceAll('_', ' ')

/** Which column of a file is which. */
export function columnsOf(names: readonly string[]) {
  const found = new Map<Column, string>()
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const known = COLUMNS[column] as readonly string[]
    const name = known.flatMap((one) => names.find((name) => plainName(name) === one) ?? [])[0]
    if (name !== undefined) found.set(column, name)
  }
  return found
}

export type FoundColumns = ReturnType<typeof columnsOf>

export type ContactRow = {
  line: number
  email: string
  full_name: string
  address: ContactAddress | null
  /** Null: the list states none. */
  consent: { at: string | null; stated: string } | null
  problems: string[]
}

const LONGEST_NAME = 200
const YES = /^(yes|y|true|1|subscribed|opt-?in|opted in|granted|on)$/i
const NO =
  /^(|no|n|false|0|unsubscribed|not subscribed|not_subscribed|never subscribed|opt-?out|opted out|denied|pending|cleaned|nonsubscribed|transactional|invalid|redacted|off)$/i

export function readContact(row: CsvRow, columns: FoundColumns, now: Date): ContactRow {
  const cell = (column: Column) => (row.cells[columns.get(column) ?? ''] ?? '').trim()
  const email = normalizeAddress(cell('email'))
  const full_name = cell('name') || `${cell('first_name')} ${cell('last_name')}`.trim()
  const answer = cell('consent')
  const problems: string[] = []
  if (email === '') problems.push('The email address is missing')
  else if (!Email.safeParse(email).success) problems.push(`${email} is not an email address`)
  if (full_name.length > LONGEST_NAME) problems.push('The name is too long')
  if (!YES.test(answer) && !NO.test(answer)) {
    problems.push(`"${answer}" is no answer to marketing mail: write yes or no`)
  }
  const date = readDate(cell('consent_at'))
  if (date === undefined || (date !== null && date > now)) {
    problems.push(`${cell('consent_at')} is not a day in the past`)
  }
  const named = columns.get('consent') ?? ''
  const consent = YES.test(answer)
    ? { at: date?.toISOString() ?? null, stated: `line ${row.line}, ${named}: ${answer}` }
    : null
  return { line: row.line, email, full_name, address: addressOf(cell), consent, problems }
}

/** Null: no date; undefined: not one. Text without a zone is taken as UTC. */
function readDate(text: string) {
  if (text === '') return null
  const iso = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text}T00:00:00Z`
    : text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(:\d\d)?)$/, '$1T$2Z')
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) || date.getFullYear() < 1990 ? undefined : date
}

/** Of a list that names no street there is no address to store. */
function addressOf(cell: (column: Column) => string): ContactAddress | null {
  const street = [cell('address'), cell('address2')].filter(Boolean).join(', ')
  if (street === '') return null
  const code = countryCodeOf(cell('country'))
  return {
    address: street.slice(0, 200),
    city: cell('city').slice(0, 100),
    state: cell('state').slice(0, 100),
    zipCode: cell('zip').replace(/^'/, '').slice(0, 20),
    country: (code ? countryName(code) : cell('country')).slice(0, 100),
  }
}
