export { accountsJobs } from './accounts.jobs.ts'
export {
  accountRouter,
  authRouter,
  invitationRouter,
  peopleRouter,
  sessionRouter,
  twoFactorRouter,
} from './accounts.router.ts'
export { manageAdmins } from './admins.ts'
export { authOf } from './auth.ts'
export { offerFirstOwner } from './first-owner.ts'
export { fullNamesOf } from './profiles.ts'
export { accountsDemoData, hasDemoAccounts, isDemoAccount } from './remove-demo-data.ts'
export { closeDemoAdmins, createOwnAdmin, listAdminAddresses } from './replace-demo-admin.ts'
export { carrySession, readSession } from './sessions.ts'
