export { productsExport } from './admin-products.ts'
export { categoriesRouter, productsRouter } from './catalog.router.ts'
export { listCategories } from './categories.ts'
export { countLowStock, listLowStock, rankSold, readInventory } from './inventory.ts'
export {
  countProducts,
  findProducts,
  listProductIds,
  listSampleProducts,
  readRating,
} from './products.ts'
export { countSold, giveBackStock, personalDataOf, priceCart, takeStock } from './stock.ts'
