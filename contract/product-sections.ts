/** Parts of the product page that fold, in this order. Each is shown only when the owner filled it. */
export const PRODUCT_SECTIONS = {
  ingredients: 'Ingredients',
  how_to_use: 'How to use',
  delivery_and_returns: 'Delivery and returns',
} as const
export type ProductSection = keyof typeof PRODUCT_SECTIONS
export const PRODUCT_SECTION_NAMES = Object.keys(PRODUCT_SECTIONS) as ProductSection[]
