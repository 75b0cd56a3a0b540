/** Under this number pages show how many are left. The database function notify_product_changed has it, too. */
export const LOW_STOCK_BELOW = 10

/**
 * Product lists give a stock of at most LOW_STOCK_BELOW, so that the sale of one of many changes no list.
 * This is how many of a list's product can be ordered, as far as the list knows.
 */
export const orderableFromList = (stock: number) =>
  stock < LOW_STOCK_BELOW ? stock : Number.POSITIVE_INFINITY
