export {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './content.router.ts'
export { readShopFacts } from './read-shop-facts.ts'
