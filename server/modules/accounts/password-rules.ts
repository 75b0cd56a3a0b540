import { SHORTEST_ADMIN_PASSWORD } from '#contract/password-lengths.ts'
import { errors } from '#server/platform/errors.ts'
import { isWorstPassword } from './worst-passwords.ts'

/** The contract asks for six characters of everybody; here is what else a password must be. */
export function assertGoodPassword(password: string, owner: { is_admin: boolean }) {
  if (isWorstPassword(password)) {
    throw errors.WORST_PASSWORD()
  }
  if (owner.is_admin && isTooShortForAdmin(password)) {
    throw errors.PASSWORD_TOO_SHORT()
  }
}

export const isTooShortForAdmin = (password: string) =>
  [...password].length < SHORTEST_ADMIN_PASSWORD
