import { implement } from '@orpc/server'
import * as contract from '#contract/catalog.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { listCategories } from './list-categories.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './read-product.ts'

const shop = implement({ products: contract.products, categories: contract.categories })
  .$context<RequestContext>()
  .use(guard)

export const productsRouter = {
  list: shop.products.list.handler(({ context, input }) => listProducts(context.db, input)),

  get: shop.products.get.handler(async ({ context, input }) => {
    const product = await readProduct(context.db, input.id)
    if (!product) throw errors.PRODUCT_NOT_FOUND()
    return product
  }),
}

export const categoriesRouter = {
  list: shop.categories.list.handler(({ context }) => listCategories(context.db)),
}
