import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countProducts, listCategories, listProductIds } from '../modules/catalog/index.ts'
import { listPageSlugs } from '../modules/content/index.ts'
import type { AppContext } from '../platform/rpc.ts'
import type { Answer, PageCache } from './page-cache.ts'
import { NOTHING_ALLOWED } from './security-headers.ts'

/** One file may list 50,000; ours stay small enough to be built in memory. */
export const PRODUCTS_PER_PART = 10_000

const PLACES = ['/', '/products', '/contact', '/privacy', '/terms', '/shipping-policy']

/** What search engines ask for: what they may read, and where everything is. */
export function serveSeo(
  app: FastifyInstance,
  { context, cache }: { context: AppContext; cache: PageCache },
) {
  const serve = (request: FastifyRequest, reply: FastifyReply, make: () => Promise<Answer>) =>
    cache.answer(request.url.split('?', 1)[0] ?? '', request, reply, make)
  app.get('/robots.txt', (request, reply) => serve(request, reply, () => robots(context)))
  app.get('/sitemap.xml', (request, reply) => serve(request, reply, () => sitemap(context)))
  app.get('/sitemaps/places.xml', (request, reply) =>
    serve(request, reply, async () => listOf(context, await places(context))),
  )
  app.get<{ Params: { part: string } }>(
    '/sitemaps/products-:part(^\\d{1,5}$).xml',
    (request, reply) =>
      serve(request, reply, () => productsPart(context, Number(request.params.part))),
  )
}

/** Pages that should not be found say so themselves; a robot must be able to read that. */
async function robots({ config }: AppContext): Promise<Answer> {
  const lines = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${config.publicUrl}/sitemap.xml`]
  return answer('text/plain; charset=utf-8', `${lines.join('\n')}\n`)
}

async function sitemap(context: AppContext): Promise<Answer> {
  const parts = Math.ceil((await countProducts(context.db)) / PRODUCTS_PER_PART)
  if (parts > 1) return indexOf(context, parts)
  const products = parts === 1 ? await productPaths(context, 1) : []
  return listOf(context, [...(await places(context)), ...products])
}

function indexOf({ config }: AppContext, parts: number): Answer {
  const files = [
    'places.xml',
    ...Array.from({ length: parts }, (_, n) => `products-${n + 1}.xml`),
  ].map((file) => `<sitemap><loc>${config.publicUrl}/sitemaps/${file}</loc></sitemap>`)
  return xml(`<sitemapindex ${SCHEMA}>\n${files.join('\n')}\n</sitemapindex>\n`)
}

async function productsPart(context: AppContext, part: number): Promise<Answer> {
  const paths = part > 0 ? await productPaths(context, part) : []
  if (paths.length > 0) return listOf(context, paths)
  return { ...answer('text/plain; charset=utf-8', 'Not found'), status: 404 }
}

const productPaths = async ({ db }: AppContext, part: number) =>
  (await listProductIds(db, part, PRODUCTS_PER_PART)).map((id) => `/product/${id}`)

async function places(context: AppContext): Promise<string[]> {
  const [categories, slugs] = await Promise.all([listCategories(context), listPageSlugs(context)])
  return [
    ...PLACES,
    ...categories.map(({ name }) => `/products?${new URLSearchParams({ category: name })}`),
    ...slugs.map((slug) => `/page/${slug}`),
  ]
}

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function listOf({ config }: AppContext, paths: string[]): Answer {
  const urls = paths.map((path) => `<url><loc>${escapeXml(config.publicUrl + path)}</loc></url>`)
  return xml(`<urlset ${SCHEMA}>\n${urls.join('\n')}\n</urlset>\n`)
}

const xml = (body: string) =>
  answer('application/xml; charset=utf-8', `<?xml version="1.0" encoding="UTF-8"?>\n${body}`)

const answer = (type: string, body: string): Answer => ({
  status: 200,
  headers: { 'content-type': type, 'content-security-policy': NOTHING_ALLOWED },
  body,
})

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
