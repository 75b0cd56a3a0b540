import { products } from './catalog.table.ts'

/** What visitors may know of a product; `cost_price` is not among it. */
export const summaryColumns = {
  id: products.id,
  name: products.name,
  price: products.price,
  original_price: products.original_price,
  image_url: products.image_url,
  images: products.images,
  category: products.category,
  stock: products.stock,
  featured: products.featured,
  rating_average: products.rating_average,
  review_count: products.review_count,
  created_at: products.created_at,
}

export const productColumns = { ...summaryColumns, description: products.description }
