import { implement, ORPCError } from '@orpc/server'
import { and, asc, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/catalog.ts'
import { type Call, guard } from '#server/platform/rpc.ts'
import { categories, products } from './catalog.table.ts'
import { listProducts } from './list-products.ts'
import { productColumns } from './product-columns.ts'

const shop = implement({ products: contract.products, categories: contract.categories })
  .$context<Call>()
  .use(guard)

export const productsRouter = {
  list: shop.products.list.handler(({ context, input }) => listProducts(context.db, input)),

  get: shop.products.get.handler(async ({ context, input }) => {
    const [product] = await context.db
      .select(productColumns)
      .from(products)
      .where(and(eq(products.id, input.id), isNull(products.archived_at)))
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
