export { serveCampaignLinks } from './campaigns/campaign-links.ts'
export { campaignsRouter, marketingFunctionsRouter } from './campaigns/campaigns.router.ts'
export { countCampaignsToDecide } from './campaigns/read-campaigns.ts'
export { mailJobs } from './mail.jobs.ts'
export {
  mailFunctionsRouter,
  mailSettingsRouter,
  mailsRouter,
  mailTemplatesRouter,
} from './mail.router.ts'
export { waitingMails } from './mail-log.ts'
export { serveMailPreferences } from './mail-preferences.ts'
export { hasMailServer, readMailSetup } from './mail-settings.ts'
export { mailDemoData } from './remove-demo-data.ts'
export { serveUnsubscribe } from './unsubscribe.ts'
