import { categories, products } from '#server/modules/catalog/catalog.table.ts'
import type { Db } from '#server/platform/database.ts'
import { catalogue, type DemoProduct } from './fixtures.ts'
import { type Pictures, pictureUrl, productPictures } from './pictures.ts'
import { daysBefore, demoId } from './repeatable.ts'

/** Everything was on the shelf before the first of the demo's orders, which reach back 90 days. */
const NEWEST_PRODUCT_DAYS = 95

export async function loadCatalogue(db: Db, pictures: Pictures, now: Date) {
  await db
    .insert(categories)
    .values(catalogue.categories.map((one) => ({ id: demoId('category', one.name), ...one })))
  await db.insert(products).values(
    shelfOrder(catalogue.products).map((product, rank) => ({
      id: demoId('product', product.slug),
      name: product.name,
      description: fullDescription(product),
      price: product.price,
      original_price: product.original_price,
      cost_price: product.cost_price,
      images: productPictures(product.slug).map((name) => pictureUrl(pictures, name)),
      category: product.category,
      stock: product.stock,
      featured: product.featured,
      created_at: daysBefore(now, NEWEST_PRODUCT_DAYS + rank).toISOString(),
    })),
  )
}

/** One of each category in turn, so that "newest first" shows the whole range on one screen. */
function shelfOrder(all: DemoProduct[]) {
  const rankInCategory = (product: DemoProduct) =>
    all.filter(({ category }) => category === product.category).indexOf(product)
  return all.toSorted((a, b) => rankInCategory(a) - rankInCategory(b))
}

function fullDescription({ description, skin_type, key_ingredients, size }: DemoProduct) {
  const facts = [
    `Skin type: ${skin_type}`,
    `Key ingredients: ${key_ingredients.join(', ')}`,
    `Size: ${size}`,
  ]
  return `${description}\n\n${facts.join('\n')}`
}
