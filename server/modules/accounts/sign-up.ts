import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { credentials, profiles } from './accounts.table.ts'
import { reportConsent } from './marketing-consent.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { tellOwner } from './tell-owner.ts'

type SignUp = { full_name: string; email: string; password: string; marketing_consent: boolean }

/** Nobody learns here whether an address has an account: both ways take a hash, and answer the same. */
export async function signUp(context: AppContext, input: SignUp) {
  assertGoodPassword(input.password, { is_admin: false })
  const password = await hashPassword(input.password)
  await context.db.transaction(async (tx) => {
    const created = await createProfile(tx, input, context.now())
    if (!created) return tellExistingOwner(context, tx, input.email)

    await tx.insert(credentials).values({
      user_id: created.id,
      account_id: created.id,
      provider_id: 'credential',
      password,
    })
    await queueMail(context.jobs, tx, {
      template: 'welcome',
      to: created.email,
      data: { customerName: created.full_name, accountEmail: created.email },
      cause: `welcome:${created.id}`,
    })
    if (created.marketing_consent) {
      await reportConsent(context, tx, { email: created.email, consent: true, source: 'sign-up' })
    }
  })
}

async function createProfile(tx: Db, input: SignUp, now: Date) {
  const [profile] = await tx
    .insert(profiles)
    .values({
      full_name: input.full_name,
      email: input.email,
      marketing_consent: input.marketing_consent,
      marketing_consent_at: input.marketing_consent ? now.toISOString() : null,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning()
  return profile
}

const tellExistingOwner = ({ jobs, config }: AppContext, tx: Db, email: string) =>
  tellOwner(
    { jobs },
    tx,
    { full_name: '', email },
    {
      what: 'You already have an account',
      details:
        'Someone, most likely you, tried to make a new account with this address. It already has one, so nothing was changed.\n\nIf you have forgotten your password, you can choose a new one.',
      cause: `sign-up-again:${randomUUID()}`,
      action: { link: `${config.publicUrl}/forgot-password`, text: 'Choose a new password' },
    },
  )
