import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/rpc.ts'
import { SEND_RESET_LINK, sendResetLink } from './request-password-reset.ts'
import { forgetExpired } from './sessions.ts'

export const accountsJobs = (platform: Platform): Job[] => [
  { name: SEND_RESET_LINK, run: (asked: { email: string }) => sendResetLink(platform, asked) },
  { name: 'forget-expired-sessions', every: '17 * * * *', run: () => forgetExpired(platform) },
]
