import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/rights.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'

const moment = () => timestamp({ withTimezone: true }).notNull().defaultNow()

/** better-auth's user model, with our column names. */
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    full_name: text().notNull(),
    email: text().notNull(),
    email_verified: boolean().notNull().default(false),
    image: text(),
    two_factor_enabled: boolean().notNull().default(false),
    created_at: moment(),
    updated_at: moment(),
  },
  (t) => [
    uniqueIndex('profiles_email_unique').on(sql`lower(${t.email})`),
    check('profiles_email_lowercase', sql`${t.email} = lower(${t.email})`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    ip_address: text(),
    user_agent: text(),
    created_at: moment(),
    updated_at: moment(),
  },
  (t) => [index().on(t.user_id), index().on(t.expires_at)],
)

/** better-auth's account model; `password` is a scrypt hash. */
export const credentials = pgTable(
  'credentials',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    account_id: text().notNull(),
    provider_id: text().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    access_token_expires_at: timestamp({ withTimezone: true }),
    refresh_token_expires_at: timestamp({ withTimezone: true }),
    scope: text(),
    password: text(),
    created_at: moment(),
    updated_at: moment(),
  },
  (t) => [index().on(t.user_id), uniqueIndex().on(t.provider_id, t.account_id)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    created_at: moment(),
    updated_at: moment(),
  },
  (t) => [index().on(t.identifier), index().on(t.expires_at)],
)

export const two_factors = pgTable(
  'two_factors',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    secret: text().notNull(),
    backup_codes: text().notNull(),
    verified: boolean().notNull().default(false),
    failed_verification_count: integer().notNull().default(0),
    locked_until: timestamp({ withTimezone: true }),
  },
  (t) => [index().on(t.user_id), index().on(t.secret)],
)

const roleIsKnown = (role: SQLWrapper): SQL => sql`${role} in (${sql.raw(oneOf(ROLES))})`

/** Members of the team. An account without a role is a customer. */
export const user_roles = pgTable(
  'user_roles',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    /** Until it is set up, the back office is closed to this person. */
    two_factor_required: boolean().notNull().default(false),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [check('user_roles_known', roleIsKnown(t.role))],
)

/** Somebody who was asked to join the team. It is gone once it is accepted or withdrawn. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    email: text().notNull().unique(),
    role: text({ enum: ROLES }).notNull(),
    two_factor_required: boolean().notNull().default(false),
    /** The hash of the secret in the mailed link. */
    token: text().notNull().unique(),
    /** Who loses the right to invite takes the open invitations along. */
    invited_by: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index().on(t.invited_by), check('invitations_role_known', roleIsKnown(t.role))],
)
