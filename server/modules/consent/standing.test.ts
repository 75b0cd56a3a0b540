import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { accountOf } from '../accounts/account-data.ts'
import { readAudience } from '../mail/campaigns/audience.ts'
import { refusalOf } from '../mail/mail-kinds.ts'
import { listCustomers } from '../orders/customers.ts'
import { declined_mail_kinds, mail_suppressions, marketing_consents } from './consent.table.ts'
import { optOut, recordConsent } from './marketing-consent.ts'
import { countNewsReaders, listNewsReaders, standingOf } from './standing.ts'

let db: Db
beforeAll(async () => {
  db = (await givenDatabase()).db
})

const GIVEN = '2026-03-01T10:00:00.000Z'
const LATER = '2026-04-01T10:00:00.000Z'

const consents = {
  none: undefined,
  given: { withdrawn_at: null },
  withdrawn: { withdrawn_at: LATER },
}
const suppressions = [undefined, 'unsubscribed', 'bounced', 'blocked'] as const

/** Every state that an address can be in, and the refusal of news that follows. */
const STATES = Object.entries(consents).flatMap(([consent, row]) =>
  suppressions.flatMap((suppression) =>
    [false, true].map((isDeclined) => ({
      email: `${consent}.${suppression ?? 'free'}.${isDeclined}@example.com`,
      row,
      suppression,
      isDeclined,
      refusal: suppression ?? (isDeclined ? 'declined' : consent === 'given' ? null : 'no-consent'),
    })),
  ),
)

test('the mail worker, campaigns, announcements, the customer list and the account agree about every address', async () => {
  for (const { email, row, suppression, isDeclined } of STATES) {
    await givenProfile(db, { email, email_verified: true })
    const given = { email, source: 'sign-up', given_at: GIVEN }
    if (row) await db.insert(marketing_consents).values({ ...given, ...row })
    if (suppression) await db.insert(mail_suppressions).values({ email, reason: suppression })
    if (isDeclined) await db.insert(declined_mail_kinds).values({ email, kind: 'news' })
  }
  const readers = STATES.filter(({ refusal }) => !refusal).map(({ email }) => email)
  expect(readers).toHaveLength(1)

  for (const { email, refusal } of STATES) {
    expect(await refusalOf(db, 'promotional', email), email).toBe(refusal)
  }
  const query = { per_page: 100 } as const
  const audience = await readAudience(db, query)
  expect(
    Object.fromEntries(audience.items.map(({ email, left_out }) => [email, left_out])),
  ).toEqual(Object.fromEntries(STATES.map(({ email, refusal }) => [email, refusal])))
  expect(await listNewsReaders(db, { after: '', most: 100 })).toEqual(readers)
  expect(await countNewsReaders(db)).toBe(1)
  const customers = await listCustomers(db, query)
  const allowed = customers.items.filter(({ consent_at }) => consent_at)
  expect(allowed.map(({ email }) => email)).toEqual(readers)
  for (const { email, user_id } of customers.items) {
    const { marketing_consent } = await accountOf(db, user_id ?? '')
    expect(marketing_consent, email).toBe(readers.includes(email))
  }
})

test('a kind that was requested, or is about a purchase, needs no consent and can be declined', async () => {
  const email = 'guest@example.com'
  await db.insert(declined_mail_kinds).values({ email, kind: 'back-in-stock' })
  const standing = await standingOf(db, ' Guest@Example.com ')
  expect(standing['review-requests'].refusal).toBeNull()
  expect(standing['back-in-stock'].refusal).toBe('declined')
  expect(standing.reminders.refusal).toBe('no-consent')
})

test('two decisions about one address at the same moment do not deadlock', async () => {
  const email = 'twice@example.com'
  const at = () => new Date()
  for (let n = 0; n < 20; n++) {
    await Promise.all([
      recordConsent(db, { email, consent: true, source: 'account', at: at() }),
      optOut(db, email, at().toISOString()),
    ])
  }
  await optOut(db, email, at().toISOString())
  expect((await standingOf(db, email)).news.refusal).toBe('unsubscribed')
})

test('the consent of accounts from before moves to the one table, and an unsubscribe wins over an older consent', async () => {
  const earlier = await givenDatabaseBefore('0039_one_consent')
  await earlier.pool.query(`
    insert into profiles (full_name, email, marketing_consent, marketing_consent_at) values
      ('Fan', 'fan@example.com', true, '${GIVEN}'),
      ('Left', 'left@example.com', true, '${GIVEN}'),
      ('Ended', 'ended@example.com', false, '${LATER}'),
      ('Never', 'never@example.com', false, null);
    insert into marketing_consents (email, source, given_at) values ('ended@example.com', 'sign-up', '${GIVEN}');
    insert into mail_suppressions (email, created_at) values ('left@example.com', '${LATER}')`)
  await migrate(earlier.url)
  const refusals = async () =>
    Object.fromEntries(
      await Promise.all(
        ['fan', 'left', 'ended', 'never'].map(async (name) => [
          name,
          (await standingOf(earlier.db, `${name}@example.com`)).news.refusal,
        ]),
      ),
    )
  const expected = { fan: null, left: 'unsubscribed', ended: 'no-consent', never: 'no-consent' }
  expect(await refusals()).toEqual(expected)
  await earlier.db.delete(mail_suppressions)
  expect(await refusals()).toEqual({ ...expected, left: 'no-consent' })
})
