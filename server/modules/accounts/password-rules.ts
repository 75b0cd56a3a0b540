import { SHORTEST_ADMIN_PASSWORD } from '#contract/password-lengths.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isWorstPassword } from './worst-passwords.ts'

/** The contract asks for six characters of everybody; here is what else a password must be. */
export function assertGoodPassword(password: string, owner: { is_admin: boolean }) {
  if (isWorstPassword(password)) {
    throw new Refusal(
      'WORST_PASSWORD',
      'This password is one of the first that anyone would try. Please choose another.',
    )
  }
  if (owner.is_admin && isTooShortForAdmin(password)) {
    throw new Refusal(
      'PASSWORD_TOO_SHORT',
      `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
    )
  }
}

export const isTooShortForAdmin = (password: string) =>
  [...password].length < SHORTEST_ADMIN_PASSWORD
