export { serveCampaignLinks } from './campaigns/campaign-links.ts'
export { campaignsRouter, marketingFunctionsRouter } from './campaigns/campaigns.router.ts'
export { countCampaignsToDecide } from './campaigns/read-campaigns.ts'
export { mailPart } from './demo-part.ts'
export { mailJobs } from './mail.jobs.ts'
export {
  mailFunctionsRouter,
  mailSettingsRouter,
  mailsRouter,
  mailTemplatesRouter,
} from './mail.router.ts'
export { personalDataOf, statusesOf, waitingMails } from './mail-log.ts'
export { senderOf } from './mail-message.ts'
export { serveMailPreferences } from './mail-preferences.ts'
export { hasMailServer, readMailSetup } from './mail-settings.ts'
export { serveUnsubscribe } from './unsubscribe.ts'
