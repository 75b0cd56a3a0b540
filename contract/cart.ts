import * as z from 'zod'
import { Product } from './catalog.ts'
import { Id } from './fields.ts'
import { publicProcedure } from './policy.ts'

/** What a product in a cart costs now, and how many the caller can have. */
export const CartPrice = Product.pick({
  id: true,
  name: true,
  price: true,
  image_url: true,
  stock: true,
})
export type CartPrice = z.infer<typeof CartPrice>

export const cart = {
  prices: publicProcedure
    .route({
      method: 'POST',
      path: '/cart/prices',
      summary: 'Current prices and stock of the products in a cart; unavailable ones are left out',
    })
    .input(z.object({ ids: z.array(Id).max(100) }))
    .output(z.array(CartPrice)),
}
