export {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './content.router.ts'
export { listPageSlugs } from './list-page-slugs.ts'
export { readShopFacts } from './read-shop-facts.ts'
