import * as z from 'zod'
import { Time } from '../fields.ts'

/** What any call may be refused with. */
export const COMMON_ERRORS = {
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many requests. Please wait a moment and try again.',
    data: z.object({ retry_after_seconds: z.number() }),
  },
  UNAUTHORIZED: { status: 401, message: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  UNAVAILABLE: {
    status: 503,
    message: 'The shop is busy right now. Please try again in a moment.',
  },
  UNSTORABLE_TEXT: {
    status: 400,
    message: 'The text contains a character that cannot be stored',
  },
  ROW_NOT_FOUND: {
    status: 404,
    message: 'This no longer exists. Somebody may have deleted it.',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has changed this meanwhile.',
    data: z.object({
      /** The version to save over, once the admin has decided. */
      version: z.int(),
      changed_by: z.string(),
      changed_at: Time,
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  },
}
