import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { recordConsent } from '../consent/index.ts'
import { profiles } from './accounts.table.ts'
import { isReserved } from './mailed-links.ts'
import { hashPassword, storePassword } from './password-hash.ts'
import { assertGoodPassword } from './passwords.ts'
import { notifyOwner } from './profiles.ts'

type SignUp = { full_name: string; email: string; password: string; marketing_consent: boolean }

/** Does not reveal whether the address has an account: both cases hash a password and answer the same. */
export async function signUp(context: AppContext, input: SignUp) {
  assertGoodPassword(input.password, { role: null })
  const hash = await hashPassword(input.password)
  await context.db.transaction(async (tx) => {
    const created = await createProfile(tx, input, context.now())
    if (!created) return notifyExistingOwner(context, tx, input.email)
    // After the insert, which waits for a concurrent change away from this address.
    if (await isReserved(tx, created.email, created.id, context.now())) {
      await tx.delete(profiles).where(eq(profiles.id, created.id))
      return notifyReserved(context, tx, created.email)
    }

    await storePassword(tx, created.id, hash)
    await queueCappedMail(context, tx, 'sign-up', {
      template: 'welcome',
      to: created.email,
      data: { customerName: created.full_name, accountEmail: created.email },
      cause: `welcome:${created.id}`,
    })
    const { marketing_consent: consent } = input
    const at = context.now()
    await recordConsent(tx, { email: created.email, consent, source: 'sign-up', at })
  })
}

async function createProfile(tx: Db, input: SignUp, now: Date) {
  const [profile] = await tx
    .insert(profiles)
    .values({
      full_name: input.full_name,
      email: input.email,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning()
  return profile
}

const notifyExistingOwner = (context: AppContext, tx: Db, email: string) =>
  notifyOwner(
    context,
    tx,
    { full_name: '', email },
    {
      subject: 'You already have an account',
      details:
        'Someone, most likely you, tried to make a new account with this address. It already has one, so nothing was changed.\n\nIf you have forgotten your password, you can choose a new one.',
      cause: `sign-up-again:${randomUUID()}`,
      cap: 'sign-up',
      action: {
        link: `${context.config.publicUrl}/forgot-password`,
        text: 'Choose a new password',
      },
    },
  )

const notifyReserved = (context: AppContext, tx: Db, email: string) =>
  notifyOwner(
    context,
    tx,
    { full_name: '', email },
    {
      subject: 'This address is not free yet',
      details:
        'Someone, most likely you, tried to make a new account with this address. Until a few days ago it belonged to another account, which can still return to it, so nothing was changed.\n\nPlease try again in a week.',
      cause: `sign-up-reserved:${randomUUID()}`,
      cap: 'sign-up',
      action: { link: `${context.config.publicUrl}/`, text: 'Visit the shop' },
    },
  )
