import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { type Invitation, type InvitationEdit, MOST_INVITATIONS } from '#contract/people.ts'
import { ROLE_NAMES } from '#contract/rights.ts'
import { DAY_MS } from '#contract/time.ts'
import { changedBy, recordAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext, RequestContext } from '#server/platform/rpc.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { invitations, profiles } from './accounts.table.ts'
import { isReserved } from './mailed-links.ts'
import { hashPassword, passwordMatches, readPasswordHash, storePassword } from './password-hash.ts'
import { countGuess } from './password-rate-limits.ts'
import { assertGoodPassword } from './passwords.ts'
import { findProfile, lockProfile, notifyOwner, roleOf } from './profiles.ts'
import { endSessions } from './sessions.ts'
import { assertOwner, joinTeam } from './team.ts'

/** One that nobody used is forgotten after this; until then it can be sent again. */
const REMEMBERED_MS = 30 * DAY_MS

type Row = typeof invitations.$inferSelect

export async function listInvitations({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const rows = await db
    .select({ invitation: invitations, inviter: profiles.full_name })
    .from(invitations)
    .innerJoin(profiles, eq(profiles.id, invitations.invited_by))
    .orderBy(asc(invitations.created_at), asc(invitations.id))
    .limit(MOST_INVITATIONS)
  return rows.map(({ invitation, inviter }) => describe(invitation, inviter, now()))
}

const describe = ({ token, ...row }: Row, invited_by: string, now: Date): Invitation => ({
  ...row,
  invited_by,
  has_expired: row.expires_at <= now.toISOString(),
})

export async function invite(context: RequestContext, input: InvitationEdit) {
  const by = await changedBy(context)
  const link = newLink(by.at)
  return context.db.transaction(async (tx) => {
    await assertOwner(tx, by)
    const account = await findProfile(tx, input.email)
    if (account && (await roleOf(tx, account.id))) throw errors.ALREADY_IN_TEAM()
    if ((await tx.$count(invitations)) >= MOST_INVITATIONS) throw errors.TOO_MANY_INVITATIONS()
    const [created] = await tx
      .insert(invitations)
      .values({ ...input, ...link.stored, invited_by: by.id, created_at: by.at.toISOString() })
      .onConflictDoNothing()
      .returning()
    if (!created) throw errors.ALREADY_INVITED()
    await mailLink(context, tx, created, link.secret, by.name)
    const { id, email, role, two_factor_required } = created
    await recordAudit(tx, {
      by,
      object: { type: 'people', id, name: email },
      before: null,
      after: { invited: true, role, two_factor_required },
    })
    return describe(created, by.name, by.at)
  })
}

/** With a new secret, so the link of the earlier mail is no longer valid. */
export async function inviteAgain(context: RequestContext, id: string) {
  const by = await changedBy(context)
  const link = newLink(by.at)
  return context.db.transaction(async (tx) => {
    await assertOwner(tx, by)
    const [before] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
    const [after] = await tx
      .update(invitations)
      .set({ ...link.stored, invited_by: by.id })
      .where(eq(invitations.id, id))
      .returning()
    if (!before || !after) throw errors.ROW_NOT_FOUND()
    await mailLink(context, tx, after, link.secret, by.name)
    await recordAudit(tx, {
      by,
      object: { type: 'people', id, name: after.email },
      before: { expires_at: before.expires_at },
      after: { expires_at: after.expires_at },
    })
    return describe(after, by.name, by.at)
  })
}

export async function withdrawInvitation(context: RequestContext, id: string) {
  const by = await changedBy(context)
  await context.db.transaction(async (tx) => {
    const [gone] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!gone) throw errors.ROW_NOT_FOUND()
    const { email, role, two_factor_required } = gone
    await recordAudit(tx, {
      by,
      object: { type: 'people', id, name: email },
      before: { invited: true, role, two_factor_required },
      after: null,
    })
  })
}

function newLink(now: Date) {
  const secret = newSecret()
  const expires_at = new Date(now.getTime() + DAY_MS).toISOString()
  return { secret, stored: { token: hashSecret(secret), expires_at } }
}

const mailLink = (
  context: AppContext,
  tx: Db,
  { email, role, token }: Row,
  secret: string,
  inviter: string,
) =>
  notifyOwner(
    context,
    tx,
    { full_name: '', email },
    {
      subject: 'You are invited to the team',
      details: `${inviter} invites you to help run this shop. Your role: ${ROLE_NAMES[role]}.\n\nThe link works once and for a day. If you do not know what this is about, you need not do anything.`,
      cause: `invitation:${token}`,
      // The fragment stays in the browser: it reaches no log, cache or referrer.
      action: {
        link: `${context.config.publicUrl}/invitation#${secret}`,
        text: 'Join the team',
      },
    },
  )

const isLive = (token: string, now: Date) =>
  and(eq(invitations.token, hashSecret(token)), gt(invitations.expires_at, now.toISOString()))

export async function readInvitation({ db, now }: Pick<AppContext, 'db' | 'now'>, token: string) {
  const [found] = await db
    .select({ invitation: invitations, invited_by: profiles.full_name })
    .from(invitations)
    .innerJoin(profiles, eq(profiles.id, invitations.invited_by))
    .where(isLive(token, now()))
  if (!found) throw errors.LINK_EXPIRED()
  const { email, role } = found.invitation
  const account = await findProfile(db, email)
  return { email, role, invited_by: found.invited_by, has_account: account !== undefined }
}

type Acceptance = { token: string; full_name?: string; password: string }

/**
 * Joins with the account that the address has, or a new one. An account has to be proved by its password: anybody could
 * have made one with an address that is not theirs. No session starts, so signing in asks for the second step and for
 * a password that is long enough.
 */
export async function acceptInvitation(context: RequestContext, input: Acceptance) {
  const { db } = context
  const { email, has_account } = await readInvitation(context, input.token)
  const hash = has_account ? undefined : await newPasswordHash(input.password)
  if (has_account) await assertPasswordOf(context, email, input.password)
  const at = context.now()
  await db.transaction(async (tx) => {
    const account = hash
      ? await createAccount(tx, { full_name: input.full_name ?? email, email, hash, at })
      : await lockAccount(tx, email)
    // Last, since it is what only one of two attempts gets.
    const [taken] = await tx.delete(invitations).where(isLive(input.token, at)).returning()
    if (!taken) throw errors.LINK_EXPIRED()
    await joinTeam(tx, account, taken, at)
  })
}

async function newPasswordHash(password: string) {
  assertGoodPassword(password, { role: 'admin' })
  return hashPassword(password)
}

/** Counts as a guess, like signing in. */
async function assertPasswordOf(context: RequestContext, email: string, password: string) {
  const guessedRight = await countGuess(context, email)
  const account = await findProfile(context.db, email)
  const hash = account && (await readPasswordHash(context.db, account.id))
  if (!hash || !(await passwordMatches({ hash, password }))) throw errors.WRONG_PASSWORD()
  await guessedRight()
}

/** The mail arrived, which confirms the address. */
async function createAccount(
  tx: Db,
  { full_name, email, hash, at }: { full_name: string; email: string; hash: string; at: Date },
) {
  const [created] = await tx
    .insert(profiles)
    .values({ full_name, email, email_verified: true, created_at: at, updated_at: at })
    .onConflictDoNothing()
    .returning()
  if (!created || (await isReserved(tx, email, created.id, at))) throw errors.ADDRESS_TAKEN()
  await storePassword(tx, created.id, hash)
  return created
}

/** Its sessions end, as always when a role is given: it may have been signed in with a short password. */
async function lockAccount(tx: Db, email: string) {
  const found = await findProfile(tx, email)
  const account = found && (await lockProfile(tx, found.id))
  if (!account || account.email !== email) throw errors.LINK_EXPIRED()
  await tx.update(profiles).set({ email_verified: true }).where(eq(profiles.id, account.id))
  await endSessions(tx, account.id)
  return account
}

export const deleteOldInvitations = (db: Db, now: Date) =>
  db
    .delete(invitations)
    .where(lt(invitations.expires_at, new Date(now.getTime() - REMEMBERED_MS).toISOString()))
