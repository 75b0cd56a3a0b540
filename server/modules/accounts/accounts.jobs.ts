import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { SEND_RESET_LINK, sendResetLink } from './request-password-reset.ts'
import { forgetExpired } from './sessions.ts'

export const accountsJobs = (context: AppContext): Job[] => [
  { name: SEND_RESET_LINK, run: (asked: { email: string }) => sendResetLink(context, asked) },
  { name: 'forget-expired-sessions', every: '17 * * * *', run: () => forgetExpired(context) },
]
