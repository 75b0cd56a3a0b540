import { type APIRequestContext, type Page, test } from '@playwright/test'
import type { Product, ProductSummary } from '#contract/catalog.ts'

/**
 * Replaces an answer of the API for one page. Pages that the server renders carry their data with them, so the
 * page must be reached by a click from another one.
 */
export const answerWith = (page: Page, path: string, json: unknown) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json }))

export async function goHomeByClick(page: Page) {
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Petal & Dew' }).click()
  await page.waitForURL('/')
}

export type ProductPage = { items: ProductSummary[]; has_more: boolean }

export async function askForProducts(page: Page, search = ''): Promise<ProductPage> {
  const answer = await page.request.get(`/api/products${search}`)
  return answer.json()
}

export async function productNamed(page: Page, name: string): Promise<ProductSummary> {
  const { items } = await askForProducts(page, `?q=${encodeURIComponent(name)}&limit=1`)
  const [product] = items
  if (product?.name !== name) throw new Error(`The demo shop has no ${name}`)
  return product
}

/**
 * This worker's share of the demo products, each with its exact stock: lists cap it. Tests change prices and stocks,
 * so what runs at the same time must not use the same products.
 */
export async function productsInStock(request: APIRequestContext): Promise<Product[]> {
  const { parallelIndex, config } = test.info()
  const lists = await Promise.all([1, 2].map((page) => request.get(`/api/products?page=${page}`)))
  const pages: { items: ProductSummary[] }[] = await Promise.all(lists.map((list) => list.json()))
  const own = pages
    .flatMap(({ items }) => items)
    .filter((_, n) => n % config.workers === parallelIndex)
  const answers = await Promise.all(own.map(({ id }) => request.get(`/api/products/${id}`)))
  return Promise.all(answers.map((answer) => answer.json()))
}

/** The cards of a list, by their headings. */
export const cards = (page: Page) => page.getByRole('article')
