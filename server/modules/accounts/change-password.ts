import { randomUUID } from 'node:crypto'
import type { RequestContext } from '#server/platform/rpc.ts'
import { assertOwnPassword } from './assert-own-password.ts'
import { dropLinks } from './mailed-links.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { storePassword } from './store-password.ts'
import { tellOwner } from './tell-owner.ts'

type NewPassword = { current_password: string; new_password: string }

export async function changePassword(call: RequestContext, input: NewPassword) {
  const session = await assertOwnPassword(call, input.current_password)
  assertGoodPassword(input.new_password, session)
  const hash = await hashPassword(input.new_password)
  await call.db.transaction(async (tx) => {
    await storePassword(tx, session.profile.id, hash)
    await endSessions(tx, session.profile.id, { except: session.session_id })
    await dropLinks(tx, 'password-reset', session.profile.id)
    await tellOwner(call, tx, session.profile, {
      what: 'Your password was changed',
      details: 'You have been signed out on all other devices.',
      cause: `password-changed:${randomUUID()}`,
    })
  })
}
