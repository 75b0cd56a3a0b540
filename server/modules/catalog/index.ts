export { productsExport, productsNamed } from './admin-products.ts'
export { backInStockJob, serveNotifyMe } from './back-in-stock.ts'
export {
  attributesRouter,
  backInStockRouter,
  categoriesRouter,
  productFeedRouter,
  productGroupsRouter,
  productsRouter,
} from './catalog.router.ts'
export { listCategories } from './edit-categories.ts'
export { lockProducts } from './group-members.ts'
export {
  countLowStock,
  listLowStock,
  namesAndPictures,
  rankCategories,
  readInventory,
} from './inventory.ts'
export { fetchPicturesJob } from './moving-in/index.ts'
export { readFeedProducts, readFeedSettings } from './product-feed.ts'
export {
  countProducts,
  findOffers,
  findOwnProduct,
  findProducts,
  listProductIds,
  listSampleProducts,
  readProduct,
  readRating,
} from './products.ts'
export { catalogDemoData, hasDemoProducts } from './remove-demo-data.ts'
export { prepareSearchJob } from './search/large-catalogue.ts'
export {
  countSold,
  forgetStockRequests,
  giveBackStock,
  priceCart,
  returnToStock,
  takeStock,
} from './stock.ts'
