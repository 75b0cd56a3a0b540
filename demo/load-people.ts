import { credentials, profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { hashPassword } from '#server/modules/accounts/password-hash.ts'
import type { Db } from '#server/platform/database.ts'
import { createChance } from './chance.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { demoId } from './demo-id.ts'
import { ADMIN_ID, type Customer, shopper } from './people.ts'
import { daysBefore } from './time.ts'

const CONSENT_SHARE = 0.6

/** The demo's two sign-ins, and customers who exist but cannot sign in. */
export async function loadPeople(db: Db, customers: Customer[], now: Date) {
  await loadProfiles(db, customers, now)
  await loadCredentials(db)
  await db.insert(user_roles).values({ user_id: ADMIN_ID, role: 'admin' })
}

async function loadProfiles(db: Db, customers: Customer[], now: Date) {
  const chance = createChance(51)
  const joined = daysBefore(now, 94)
  const profileOf = (
    id: string,
    person: { full_name: string; email: string },
    consents: boolean,
  ) => ({
    id,
    full_name: person.full_name,
    email: person.email,
    email_verified: true,
    marketing_consent: consents,
    marketing_consent_at: consents ? joined.toISOString() : null,
    created_at: joined,
    updated_at: joined,
  })
  await db
    .insert(profiles)
    .values([
      profileOf(ADMIN_ID, DEMO_ACCOUNTS.admin, false),
      profileOf(shopper.user_id, DEMO_ACCOUNTS.shopper, true),
      ...customers.map(({ user_id, address }) =>
        profileOf(
          user_id,
          { full_name: address.fullName, email: address.email },
          chance.happens(CONSENT_SHARE),
        ),
      ),
    ])
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
