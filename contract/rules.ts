// Rules of the schemas that the browser checks, too. Apart from them, so that zod stays out of shoppers' bundles.

/** ASCII addresses with a dot in the domain. Linear: no input makes it backtrack for long. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const LONGEST_EMAIL = 254

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text)

export const SHORTEST_PASSWORD = 6
export const SHORTEST_ADMIN_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/** The longest texts of a review. */
export const REVIEW_LIMITS = { title: 200, comment: 5000, reviewer_name: 100, answer: 2000 }

/**
 * Whether this is the name of a time zone, such as `America/New_York`. Newer engines also take an offset such as
 * `+02:00`, which PostgreSQL reads with the opposite sign.
 */
export function isTimeZone(name: string) {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
