import { categories, products } from '#server/modules/catalog/catalog.table.ts'
import { reviews } from '#server/modules/reviews/reviews.table.ts'
import type { Db } from '#server/platform/database.ts'
import { type DemoOrder, paidAt } from './draw-orders.ts'
import { catalogue, content, type DemoProduct, type DemoReview } from './fixtures.ts'
import type { Customer } from './people.ts'
import { type Pictures, pictureUrl, productPictures } from './pictures.ts'
import { createRandom, daysAfter, daysBefore, demoId } from './repeatable.ts'

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

/** Reviews of customers follow their purchase; those of people whose account is gone fall on any day. */
export async function loadReviews(db: Db, customers: Customer[], orders: DemoOrder[], now: Date) {
  const random = createRandom(90)
  const purchaseOf = (author: Customer) =>
    orders.find(({ buyer, wants }) => buyer === author && wants === author.review.product_slug)
  await db.insert(reviews).values(
    content.reviews.map((review) => {
      const author = customers.find((customer) => customer.review === review)
      const purchase = author && purchaseOf(author)
      const written = purchase
        ? daysAfter(paidAt(purchase), random.between(8, 26))
        : daysBefore(now, random.between(0.5, 80))
      return reviewRow(review, author?.user_id ?? null, written)
    }),
  )
}

function reviewRow(review: DemoReview, user_id: string | null, written: Date) {
  const { product_slug, ...fields } = review
  return {
    ...fields,
    id: demoId('review', `${product_slug}/${review.reviewer_name}`),
    product_id: demoId('product', product_slug),
    user_id,
    created_at: written.toISOString(),
  }
}
