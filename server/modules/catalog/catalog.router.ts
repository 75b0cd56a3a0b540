import { implement } from '@orpc/server'
import * as contract from '#contract/catalog.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { listCategories } from './categories.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './products.ts'

const api = implement({ products: contract.products, categories: contract.categories })
  .$context<RequestContext>()
  .use(guard)

export const productsRouter = {
  list: api.products.list.handler(({ context, input }) => listProducts(context.db, input)),

  get: api.products.get.handler(async ({ context, input }) => {
    const product = await readProduct(context.db, input.id)
    if (!product) throw errors.PRODUCT_NOT_FOUND()
    return product
  }),
}

export const categoriesRouter = {
  list: api.categories.list.handler(({ context }) => listCategories(context)),
}
