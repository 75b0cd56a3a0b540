import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { deleteOldInvitations } from './invitations.ts'
import { type ResetRequest, SEND_RESET_LINK, sendResetLink } from './passwords.ts'
import { deleteExpired } from './sessions.ts'

export const accountsJobs = (context: AppContext): Job[] => [
  { name: SEND_RESET_LINK, run: (request: ResetRequest) => sendResetLink(context, request) },
  { name: 'forget-expired-sessions', every: { minute: 17 }, run: () => deleteExpired(context) },
  {
    name: 'forget-old-invitations',
    every: { hour: 4, minute: 13 },
    run: async () => {
      await deleteOldInvitations(context.db, context.now())
    },
  },
]
