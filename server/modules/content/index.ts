export { contactMessagesExport } from './answer-contact-messages.ts'
export {
  countNewContactMessages,
  forgetSender,
  personalDataOf,
  receiveContactMessage,
} from './contact-messages.ts'
export {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  shopTextsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './content.router.ts'
export { contentPart } from './demo-part.ts'
export {
  hashOfText,
  readOwnBanner,
  readOwnHours,
  readOwnIdentity,
  readPolicies,
} from './identity.ts'
export { listPageSlugs } from './pages.ts'
export { readSeller, readSettings, readShopSettings } from './settings.ts'
export { readClaims } from './shop-texts.ts'
