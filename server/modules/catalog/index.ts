export { productsExport, productsNamed } from './admin-products.ts'
export { backInStockJob, serveNotifyMe } from './back-in-stock.ts'
export {
  attributesRouter,
  backInStockRouter,
  categoriesRouter,
  productsRouter,
} from './catalog.router.ts'
export { listCategories } from './categories.ts'
export { catalogPart, hasDemoProducts } from './demo-part.ts'
export {
  countLowStock,
  listLowStock,
  namesAndPictures,
  rankCategories,
  readInventory,
} from './inventory.ts'
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
export {
  countSold,
  forgetStockRequests,
  giveBackStock,
  personalDataOf,
  priceCart,
  takeStock,
} from './stock.ts'
