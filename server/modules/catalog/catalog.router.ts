import { implement, ORPCError } from '@orpc/server'
import * as contract from '#contract/catalog.ts'
import { type Call, guard } from '#server/platform/rpc.ts'
import { listCategories } from './list-categories.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './read-product.ts'

const shop = implement({ products: contract.products, categories: contract.categories })
  .$context<Call>()
  .use(guard)

export const productsRouter = {
  list: shop.products.list.handler(({ context, input }) => listProducts(context.db, input)),

  get: shop.products.get.handler(async ({ context, input }) => {
    const product = await readProduct(context.db, input.id)
    if (!product) throw new ORPCError('NOT_FOUND', { message: 'Product not found' })
    return product
  }),
}

export const categoriesRouter = {
  list: shop.categories.list.handler(({ context }) => listCategories(context.db)),
}
