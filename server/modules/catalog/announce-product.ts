import { desc, eq } from 'drizzle-orm'
import type { ANNOUNCEMENT_KINDS, Announcement } from '#contract/edit-products.ts'
import type { TemplateData } from '#emails/catalogue.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { queueAnnouncement } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { lockProduct } from './adjust-stock.ts'
import { product_announcements } from './catalog.table.ts'

type Kind = (typeof ANNOUNCEMENT_KINDS)[number]
type Announced = Awaited<ReturnType<typeof lockProduct>>

export const listAnnouncements = (db: Db, product_id: string) =>
  db
    .select({
      kind: product_announcements.kind,
      price: product_announcements.price,
      actor_name: product_announcements.actor_name,
      created_at: product_announcements.created_at,
    })
    .from(product_announcements)
    .where(eq(product_announcements.product_id, product_id))
    .orderBy(desc(product_announcements.created_at))

/** Writes to everyone with consent, once for a product and once for each lower price of it. */
export const announceProduct = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { id, kind }: { id: string; kind: Kind },
  by: ChangedBy,
): Promise<Announcement> =>
  db.transaction(async (tx) => {
    // Locked, so that two clicks do not both find that nothing was announced yet.
    const product = await lockProduct(tx, id)
    if (product.archived_at || product.stock <= 0) throw errors.NOT_ANNOUNCEABLE()
    if (kind === 'sale-alert' && discountOf(product) < 1) throw errors.NOT_ANNOUNCEABLE()
    const earlier = await listAnnouncements(tx, id)
    const isRepeated = earlier.some(
      (one) => one.kind === kind && (kind === 'new-product' || one.price === product.price),
    )
    if (isRepeated) throw errors.ALREADY_ANNOUNCED()
    const entry = {
      kind,
      price: product.price,
      actor_name: by.name,
      created_at: by.at.toISOString(),
    }
    await tx.insert(product_announcements).values({ product_id: id, ...entry })
    const cause = kind === 'new-product' ? `${kind}:${id}` : `${kind}:${id}:${product.price}`
    if (kind === 'new-product') {
      await queueAnnouncement(jobs, tx, { template: kind, cause, data: newProduct(product) })
    } else {
      await queueAnnouncement(jobs, tx, { template: kind, cause, data: sale(product) })
    }
    await recordAudit(tx, {
      by,
      object: { type: 'products', id, name: product.name },
      before: { announced: null },
      after: { announced: kind },
    })
    await announceChange(tx, 'products')
    return entry
  })

const discountOf = ({ price, original_price }: Announced) =>
  original_price && original_price > price
    ? Math.round(((original_price - price) / original_price) * 100)
    : 0

const newProduct = (product: Announced): TemplateData['new-product'] => ({
  productName: product.full_name,
  productDescription: product.description,
  productImage: product.image_url,
  productLink: `/product/${product.id}`,
  price: product.price,
})

const sale = (product: Announced): TemplateData['sale-alert'] => ({
  saleTitle: product.full_name,
  discountPercentage: discountOf(product),
  productName: product.full_name,
  productImage: product.image_url,
  shopLink: `/product/${product.id}`,
})
