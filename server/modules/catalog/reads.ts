// What every module may read of this one.
export { findProducts } from './products.ts'
export { personalDataOf } from './stock.ts'
