import { and, asc, eq } from 'drizzle-orm'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import type { Db } from '#server/platform/database.ts'
import { profiles, user_roles } from './accounts.table.ts'
import { findProfile } from './profiles.ts'
import { endSessions } from './sessions.ts'

const USAGE = [
  'Who runs the shop:',
  '  npm run admin -- grant EMAIL     makes the account an administrator',
  '  npm run admin -- revoke EMAIL    makes it a shopper again, signed out at once',
  '  npm run admin -- list            shows who is',
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
  const admins = await listAdmins(db)
  if (admins.length === 0) return ['Nobody is an administrator yet.', ...USAGE.slice(1, 2)]
  return admins.map(
    ({ email, full_name, since }) => `${email}  ${full_name}  since ${since.slice(0, 10)}`,
  )
}

const grantAdmin = (db: Db, email: string) =>
  changeRole(db, email, async (tx, user_id) => {
    const added = await tx
      .insert(user_roles)
      .values({ user_id, role: 'admin' })
      .onConflictDoNothing()
      .returning()
    return added.length > 0
  })

const revokeAdmin = (db: Db, email: string) =>
  changeRole(db, email, async (tx, user_id) => {
    const removed = await tx
      .delete(user_roles)
      .where(and(eq(user_roles.user_id, user_id), eq(user_roles.role, 'admin')))
      .returning()
    return removed.length > 0
  })

/** Ends all sessions: the longer password of administrators is enforced when signing in. */
async function changeRole(
  db: Db,
  email: string,
  change: (tx: Db, user_id: string) => Promise<boolean>,
): Promise<'done' | 'unchanged' | 'no-account'> {
  return db.transaction(async (tx) => {
    const profile = await findProfile(tx, email.trim().toLowerCase())
    if (!profile) return 'no-account'
    if (!(await change(tx, profile.id))) return 'unchanged'
    await endSessions(tx, profile.id)
    return 'done'
  })
}

const listAdmins = (db: Db) =>
  db
    .select({ email: profiles.email, full_name: profiles.full_name, since: user_roles.created_at })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(eq(user_roles.role, 'admin'))
    .orderBy(asc(profiles.email))
