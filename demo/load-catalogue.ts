import { categories, product_groups, products } from '#server/modules/catalog/catalog.table.ts'
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
  await db.insert(product_groups).values(
    catalogue.groups.map(({ base, name, option_name, kind }) => ({
      id: groupId(base),
      ...{ name, option_name, kind },
    })),
  )
  const shelf = shelfOrder(catalogue.products)
  await db.insert(products).values(
    catalogue.products.map((product) => ({
      id: demoId('product', product.slug),
      name: product.name,
      description: fullDescription(product),
      price: product.price,
      original_price: product.original_price,
      cost_price: product.cost_price,
      images: productPictures(product).map((name) => pictureUrl(pictures, name)),
      category: product.category,
      stock: product.stock,
      featured: product.featured,
      created_at: daysBefore(now, NEWEST_PRODUCT_DAYS + shelf.indexOf(product.base)).toISOString(),
      ...(product.place && {
        group_id: groupId(product.base),
        group_name: product.name,
        ...product.place,
      }),
    })),
  )
}

const groupId = (base: string) => demoId('product-group', base)

/** One of each category in turn, so that "newest first" shows the whole range on one screen. */
function shelfOrder(all: DemoProduct[]) {
  const cards = [...new Map(all.map((product) => [product.base, product])).values()]
  const rankInCategory = (product: DemoProduct) =>
    cards.filter(({ category }) => category === product.category).indexOf(product)
  return cards.toSorted((a, b) => rankInCategory(a) - rankInCategory(b)).map(({ base }) => base)
}

function fullDescription({ description, skin_type, key_ingredients, size }: DemoProduct) {
  const facts = [
    `Skin type: ${skin_type}`,
    `Key ingredients: ${key_ingredients.join(', ')}`,
    `Size: ${size}`,
  ]
  return `${description}\n\n${facts.join('\n')}`
}
