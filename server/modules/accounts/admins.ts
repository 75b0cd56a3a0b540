import { asc, eq, ne, sql } from 'drizzle-orm'
import { ROLE_NAMES, type Role } from '#contract/rights.ts'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { commandFor } from '../../platform/installation.ts'
import { profiles, user_roles } from './accounts.table.ts'
import { findProfile, roleOf } from './profiles.ts'
import { endSessions } from './sessions.ts'

const USAGE = [
  'Who runs the shop:',
  `  ${commandFor('admin', 'grant EMAIL')}     makes the account an administrator, who owns the shop`,
  `  ${commandFor('admin', 'revoke EMAIL')}    makes it a shopper again, signed out at once`,
  `  ${commandFor('admin', 'list')}            shows the team`,
]

type Answer = { ok: boolean; lines: string[] }

/** `npm run admin`: does what the arguments say and answers in lines for a terminal. */
export async function manageAdmins(db: Db, [command, email]: string[]): Promise<Answer> {
  if (command === 'list') return { ok: true, lines: await describeAdmins(db) }
  if (command === 'grant' && email) return grant(db, email)
  if (command === 'revoke' && email) return revoke(db, email)
  return { ok: false, lines: USAGE }
}

async function grant(db: Db, email: string): Promise<Answer> {
  const outcome = await grantAdmin(db, email)
  if (outcome === 'no-account') return noAccount(email)
  if (outcome === 'unchanged') {
    return { ok: true, lines: [`${email} is an administrator already.`] }
  }
  return {
    ok: true,
    lines: [
      `${email} is an administrator now, and has to sign in again.`,
      `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. Whoever has a shorter one gets a link for a new one by mail when signing in.`,
    ],
  }
}

async function revoke(db: Db, email: string): Promise<Answer> {
  const outcome = await revokeAdmin(db, email)
  if (outcome === 'no-account') return noAccount(email)
  if (outcome === 'unchanged') return { ok: true, lines: [`${email} is no administrator.`] }
  return { ok: true, lines: [`${email} is no longer an administrator, and is signed out.`] }
}

const noAccount = (email: string) => ({
  ok: false,
  lines: [`There is no account with the address ${email}. Sign up in the shop first.`],
})

async function describeAdmins(db: Db) {
  const team = await listTeam(db)
  if (team.length === 0) return ['Nobody is an administrator yet.', ...USAGE.slice(1, 2)]
  return team.map(
    ({ email, full_name, role, since }) =>
      `${email}  ${full_name}  ${ROLE_NAMES[role]}  since ${since.slice(0, 10)}`,
  )
}

const grantAdmin = (db: Db, email: string) =>
  changeRole(db, email, 'admin', async (tx, user_id) => {
    const added = await tx
      .insert(user_roles)
      .values({ user_id, role: 'admin' })
      .onConflictDoUpdate({
        target: user_roles.user_id,
        set: { role: 'admin', version: sql`${user_roles.version} + 1` },
        setWhere: ne(user_roles.role, 'admin'),
      })
      .returning()
    return added.length > 0
  })

const revokeAdmin = (db: Db, email: string) =>
  changeRole(db, email, null, async (tx, user_id) => {
    const removed = await tx.delete(user_roles).where(eq(user_roles.user_id, user_id)).returning()
    return removed.length > 0
  })

/** Ends all sessions: the longer password of administrators is enforced when signing in. */
async function changeRole(
  db: Db,
  email: string,
  role: Role | null,
  change: (tx: Db, user_id: string) => Promise<boolean>,
): Promise<'done' | 'unchanged' | 'no-account'> {
  return db.transaction(async (tx) => {
    const profile = await findProfile(tx, email.trim().toLowerCase())
    if (!profile) return 'no-account'
    const { id, full_name } = profile
    const before = await roleOf(tx, id)
    if (!(await change(tx, id))) return 'unchanged'
    await endSessions(tx, id)
    // Nobody is signed in at a terminal, so the log names the command.
    await recordAudit(tx, {
      by: { id, name: 'npm run admin', at: new Date() },
      object: { type: 'people', id, name: full_name },
      before: before && { role: before },
      after: role && { role },
    })
    return 'done'
  })
}

const listTeam = (db: Db) =>
  db
    .select({
      email: profiles.email,
      full_name: profiles.full_name,
      role: user_roles.role,
      since: user_roles.created_at,
    })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .orderBy(asc(profiles.email))
