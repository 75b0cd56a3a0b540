import { SHORTEST_ADMIN_PASSWORD } from '#contract/password-lengths.ts'
import type { Db } from '#server/platform/database.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './roles.ts'

const USAGE = [
  'Session runs the shop:',
  '  npm run admin -- grant EMAIL     makes the account an administrator',
  '  npm run admin -- revoke EMAIL    makes it a shopper again, signed out at once',
  '  npm run admin -- list            shows who is',
]

type Answer = { ok: boolean; lines: string[] }

/** What `npm run admin` was told, done, in words for a terminal. */
export async function manageAdmins(db: Db, [command, email]: string[]): Promise<Answer> {
  if (command === 'list') return { ok: true, lines: await describeAdmins(db) }
  if (command === 'grant' && email) return grant(db, email)
  if (command === 'revoke' && email) return revoke(db, email)
  return { ok: false, lines: USAGE }
}

async function grant(db: Db, email: string): Promise<Answer> {
  const outcome = await grantAdmin(db, email)
  if (outcome === 'no-account') return noAccount(email)
  if (outcome === 'was-so-before') {
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
  if (outcome === 'was-so-before') return { ok: true, lines: [`${email} is no administrator.`] }
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
