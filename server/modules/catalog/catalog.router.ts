import { implement, ORPCError } from '@orpc/server'
import { asc, eq } from 'drizzle-orm'
import { cart } from '#contract/cart.ts'
import * as contract from '#contract/catalog.ts'
import { type Call, guard } from '#server/platform/rpc.ts'
import { categories } from './catalog.table.ts'
import { listProducts } from './list-products.ts'
import { priceCart } from './price-cart.ts'
import { readProduct } from './read-product.ts'

const shop = implement({ products: contract.products, categories: contract.categories, cart })
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
  list: shop.categories.list.handler(({ context }) =>
    context.db
      .select()
      .from(categories)
      .where(eq(categories.is_active, true))
      .orderBy(asc(categories.display_order), asc(categories.name)),
  ),
}

export const cartRouter = {
  prices: shop.cart.prices.handler(({ context, input }) => priceCart(context.db, input.ids)),
}
