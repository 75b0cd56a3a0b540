import * as z from 'zod'
import { Product } from './catalog.ts'
import { Id } from './fields.ts'
import { OrderLine } from './orders.ts'
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
  save: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'PUT',
      path: '/cart',
      summary:
        'Remember the cart of a signed-in shopper who agreed to reminders; of others nothing is stored',
    })
    .input(z.object({ lines: z.array(OrderLine).max(100) }))
    .output(z.object({ is_stored: z.boolean() })),
}
