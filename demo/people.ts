import type { ShippingAddress } from '#contract/orders.ts'
import { credentials, profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { hashPassword } from '#server/modules/accounts/password-hash.ts'
import { marketing_consents } from '#server/modules/consent/consent.table.ts'
import type { Db } from '#server/platform/database.ts'
import { ADMIN_ID, DEMO_ACCOUNTS } from './demo-accounts.ts'
import { content, type DemoReview } from './fixtures.ts'
import { createRandom, daysBefore, demoId, type Random } from './repeatable.ts'

/** With an account, or a guest. */
export type Buyer = { user_id: string | null; address: ShippingAddress }
export type Customer = Buyer & { user_id: string; review: DemoReview }

const CUSTOMER_COUNT = 25
const CONSENT_SHARE = { customer: 0.6, guest: 0.25 }

const SHOPPER_ID = demoId('account', DEMO_ACCOUNTS.shopper.email)

export const shopper: Buyer & { user_id: string } = {
  user_id: SHOPPER_ID,
  address: {
    fullName: DEMO_ACCOUNTS.shopper.full_name,
    email: DEMO_ACCOUNTS.shopper.email,
    address: '27 Linden Street',
    city: 'Rhinebeck',
    state: 'NY',
    zipCode: '12572',
    country: 'United States',
  },
}

/** Some of those who wrote a verified review have an account, and so must have bought what they review. */
export function drawCustomers(random: Random): Customer[] {
  const verified = content.reviews.filter((review) => review.verified_purchase)
  const step = Math.floor(verified.length / CUSTOMER_COUNT)
  return verified
    .filter((_, index) => index % step === 0)
    .slice(0, CUSTOMER_COUNT)
    .map((review) => {
      const address = drawAddress(random, fullNameOf(review.reviewer_name))
      return { user_id: demoId('account', address.email), address, review }
    })
}

/** "Lucía M." signs reviews that way; her account knows the whole name. */
function fullNameOf(reviewerName: string) {
  const [first, initial = ''] = reviewerName.split(' ')
  const surname = REVIEWER_SURNAMES.find((name) => name.startsWith(initial.charAt(0)))
  return `${first} ${surname ?? initial}`
}

export function drawGuest(random: Random): Buyer {
  const name = `${random.pick(GUEST_FIRST_NAMES)} ${random.pick(GUEST_SURNAMES)}`
  return { user_id: null, address: drawAddress(random, name) }
}

function drawAddress(random: Random, fullName: string): ShippingAddress {
  const [city, state, zipCode] = random.pick(PLACES)
  return {
    fullName,
    email: `${withoutAccents(fullName).toLowerCase().replaceAll(' ', '.')}@example.com`,
    address: `${random.whole(3, 480)} ${random.pick(STREETS)}`,
    city,
    state,
    zipCode,
    country: 'United States',
  }
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '')

/** The demo's two sign-ins, and customers who exist but cannot sign in. */
export async function loadPeople(db: Db, customers: Customer[], now: Date) {
  await loadProfiles(db, customers, now)
  await loadCredentials(db)
  await db.insert(user_roles).values({ user_id: ADMIN_ID, role: 'admin' })
}

async function loadProfiles(db: Db, customers: Customer[], now: Date) {
  const joined = daysBefore(now, 94)
  const profileOf = (id: string, person: { full_name: string; email: string }) => ({
    id,
    full_name: person.full_name,
    email: person.email,
    email_verified: true,
    created_at: joined,
    updated_at: joined,
  })
  await db
    .insert(profiles)
    .values([
      profileOf(ADMIN_ID, DEMO_ACCOUNTS.admin),
      profileOf(shopper.user_id, DEMO_ACCOUNTS.shopper),
      ...customers.map(({ user_id, address }) =>
        profileOf(user_id, { full_name: address.fullName, email: address.email }),
      ),
    ])
}

type GuestOrder = { buyer: Buyer; created_at: Date }

/** Most people with an account agreed to marketing mail when they signed up, some guests when they ordered. */
export async function loadConsents(
  db: Db,
  customers: Customer[],
  guestOrders: GuestOrder[],
  now: Date,
) {
  const random = createRandom(51)
  const joined = daysBefore(now, 94).toISOString()
  const withAccount = [
    shopper,
    ...customers.filter(() => random.happens(CONSENT_SHARE.customer)),
  ].map(({ address }) => ({ email: address.email, source: 'sign-up', given_at: joined }))
  const guests = guestOrders
    .filter(() => random.happens(CONSENT_SHARE.guest))
    .map(({ buyer, created_at }) => ({
      email: buyer.address.email,
      source: 'checkout',
      given_at: created_at.toISOString(),
    }))
  // Somebody who ordered twice as a guest agreed once.
  await db
    .insert(marketing_consents)
    .values([...withAccount, ...guests])
    .onConflictDoNothing()
}

async function loadCredentials(db: Db) {
  const accounts = [
    { user_id: ADMIN_ID, ...DEMO_ACCOUNTS.admin },
    { user_id: shopper.user_id, ...DEMO_ACCOUNTS.shopper },
  ]
  const rows = accounts.map(async ({ user_id, email, password }) => ({
    id: demoId('credential', email),
    user_id,
    account_id: user_id,
    provider_id: 'credential',
    password: await hashPassword(password),
  }))
  await db.insert(credentials).values(await Promise.all(rows))
}

// One for each letter that a reviewer's surname begins with.
const REVIEWER_SURNAMES = [
  ...['Abbott', 'Bergman', 'Calloway', 'Donovan', 'Ellery', 'Farrow', 'Greer', 'Holloway'],
  ...['Iqbal', 'Jarvis', 'Keane', 'Lindqvist', 'Marlowe', 'Novak', 'Osborne', 'Prescott'],
  ...['Quinn', 'Ramsey', 'Sandoval', 'Thorne', 'Vance', 'Whitlock', 'Yates', 'Zimmer'],
]

const GUEST_FIRST_NAMES = [
  ...['Abigail', 'Adrian', 'Alice', 'Amir', 'Beatrice', 'Ben', 'Carmen', 'Chloe', 'Clara', 'Diana'],
  ...['Edith', 'Elias', 'Esther', 'Flynn', 'Gemma', 'Holly', 'Imani', 'Ivy', 'Jade', 'June'],
  ...['Keiko', 'Leo', 'Lydia', 'Mabel', 'Maya', 'Nina', 'Opal', 'Penelope', 'Rosa', 'Ximena'],
]

const GUEST_SURNAMES = [
  ...['Alder', 'Barnes', 'Chen', 'Cortez', 'Dubois', 'Fairchild', 'Garza', 'Hadley', 'Hughes'],
  ...['Ito', 'Jensen', 'Kaplan', 'Larkin', 'Mendez', 'Moss', 'Nguyen', 'Okafor', 'Patel'],
  ...['Reed', 'Rossi', 'Shah', 'Silva', 'Tanner', 'Underhill', 'Vega', 'Walsh', 'Winters', 'Young'],
]

const STREETS = [
  ...['Maple Street', 'Orchard Road', 'Willow Lane', 'Harbor Avenue', 'Juniper Court'],
  ...['Mill Road', 'Chestnut Street', 'Garden Place', 'Sycamore Drive', 'Prospect Avenue'],
  ...['Birch Lane', 'Church Street', 'Meadow Way', 'River Road', 'Elm Street, Apt 4'],
]

const PLACES = [
  ['Albany', 'NY', '12207'],
  ['Asheville', 'NC', '28801'],
  ['Austin', 'TX', '78704'],
  ['Boulder', 'CO', '80302'],
  ['Brooklyn', 'NY', '11215'],
  ['Burlington', 'VT', '05401'],
  ['Charleston', 'SC', '29401'],
  ['Chicago', 'IL', '60614'],
  ['Denver', 'CO', '80205'],
  ['Los Angeles', 'CA', '90026'],
  ['Madison', 'WI', '53703'],
  ['Minneapolis', 'MN', '55408'],
  ['New Orleans', 'LA', '70115'],
  ['Oakland', 'CA', '94610'],
  ['Philadelphia', 'PA', '19147'],
  ['Portland', 'ME', '04101'],
  ['Portland', 'OR', '97214'],
  ['Providence', 'RI', '02906'],
  ['Santa Fe', 'NM', '87501'],
  ['Seattle', 'WA', '98103'],
] as const
