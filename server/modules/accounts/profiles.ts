import { eq, inArray, sql } from 'drizzle-orm'
import type { Role } from '#contract/rights.ts'
import type { Db } from '#server/platform/database.ts'
import {
  type CappedMail,
  type MailRequest,
  queueCappedMail,
  queueMail,
} from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { profiles, user_roles } from './accounts.table.ts'

export type Profile = typeof profiles.$inferSelect

/** `email` in lower case, as the contract hands it over. */
export async function findProfile(db: Db, email: string) {
  const [profile] = await db
    .select()
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, email))
  return profile
}

export async function profileOf(db: Db, user_id: string) {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, user_id))
  if (!profile) throw new Error(`No profile ${user_id}`)
  return profile
}

/** In no particular order; what is not found is left out. */
export async function profilesNamed(db: Db, ids: string[]) {
  const { id, full_name, email, email_verified, created_at } = profiles
  const rows = await db
    .select({ id, full_name, email, email_verified, created_at })
    .from(profiles)
    .where(inArray(id, ids))
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Which of these accounts are of the team, as what, and where their mail goes. */
export const addressesOfTeam = (db: Db, ids: string[]) =>
  db
    .select({
      id: profiles.id,
      email: profiles.email,
      full_name: profiles.full_name,
      role: user_roles.role,
    })
    .from(profiles)
    .innerJoin(user_roles, eq(user_roles.user_id, profiles.id))
    .where(inArray(profiles.id, ids))

/** Names by account, such as those of authors. */
export async function fullNamesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: profiles.id, full_name: profiles.full_name })
    .from(profiles)
    .where(inArray(profiles.id, ids))
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/** Locks the account until the transaction ends, so that two changes of it cannot overlap. */
export async function lockProfile(tx: Db, user_id: string) {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, user_id)).for('update')
  return profile
}

/** Null for a customer. */
export async function roleOf(db: Db, user_id: string): Promise<Role | null> {
  return (await standingOf(db, user_id)).role
}

/** What somebody is in the team, and whether two-step sign-in has to be set up before it counts. */
export async function standingOf(db: Db, user_id: string) {
  const [found] = await db
    .select({
      role: user_roles.role,
      needs_two_factor: sql<boolean>`${user_roles.two_factor_required} and not ${profiles.two_factor_enabled}`,
    })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(eq(user_roles.user_id, user_id))
  return found ?? { role: null, needs_two_factor: false }
}

type AccountMail = {
  subject: string
  details: string
  /** One cause sends at most one mail. */
  cause: string
  /** For a mail that a stranger can cause. */
  cap?: CappedMail
  action?: { link: string; text: string }
}

/** Queues a mail about something that happened to an account. */
export async function notifyOwner(
  context: AppContext,
  tx: Db,
  owner: { full_name: string; email: string },
  { subject, details, cause, cap, action }: AccountMail,
) {
  const mail: MailRequest<'account-update'> = {
    template: 'account-update',
    to: owner.email,
    data: {
      customerName: owner.full_name || null,
      updateType: subject,
      updateDetails: details,
      accountEmail: owner.email,
      actionLink: action?.link,
      actionText: action?.text,
    },
    cause,
  }
  if (cap) await queueCappedMail(context, tx, cap, mail)
  else await queueMail(context.jobs, tx, mail)
}
