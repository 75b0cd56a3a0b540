export { categoriesRouter, productsRouter } from './catalog.router.ts'
export { listCategories } from './categories.ts'
export { countProducts, findProducts, listProductIds, readRating } from './products.ts'
export { countSold, giveBackStock, personalDataOf, priceCart, takeStock } from './stock.ts'
