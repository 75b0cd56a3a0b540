export { contactMessagesExport } from './answer-contact-messages.ts'
export {
  countNewContactMessages,
  forgetSender,
  receiveContactMessage,
} from './contact-messages.ts'
export {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesRouter,
  newsletterRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  shopTextsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './content.router.ts'
export {
  hashOfText,
  readOwnBanner,
  readOwnHours,
  readOwnIdentity,
  readPolicies,
} from './identity.ts'
export { serveNewsletterLink, signUpForNewsletter } from './newsletter.ts'
export { listPageSlugs } from './pages.ts'
export { contentDemoData } from './remove-demo-data.ts'
export { readSeller, readShopSettings } from './settings.ts'
export { readClaims } from './shop-texts.ts'
