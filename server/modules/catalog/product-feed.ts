import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { FEED_PATH, type FeedSettings, type FeedSettingsEdit } from '#contract/product-feed.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { product_groups, products } from './catalog.table.ts'
import { product_feed } from './feed.table.ts'

type Context = Pick<AppContext, 'config' | 'db'>

export async function readFeedSettings({ config, db }: Context): Promise<FeedSettings> {
  const [row] = await db.select().from(product_feed)
  if (!row) throw errors.ROW_NOT_FOUND()
  const { singleton: _, ...settings } = row
  return { ...settings, url: `${config.publicUrl}${FEED_PATH}` }
}

type Edit = FeedSettingsEdit & { version: number }

export const saveFeedSettings = (context: Context, { version, ...edit }: Edit, by: ChangedBy) =>
  context.db.transaction(async (tx) => {
    const { id } = await readFeedSettings({ ...context, db: tx })
    const options = { by, name: () => 'Product feed', computed: ['singleton'] as const }
    await updateRow(tx, product_feed, { id, version }, edit, options)
    return readFeedSettings({ ...context, db: tx })
  })

/** The products on sale whose id comes after this one: each page is found by the key, however many there are. */
export const readFeedProducts = (db: Db, after: string | null, limit: number) =>
  db
    .select({
      id: products.id,
      full_name: products.full_name,
      description: products.description,
      price: products.price,
      original_price: products.original_price,
      images: products.images,
      category: products.category,
      stock: products.stock,
      weight_grams: products.weight_grams,
      tax_exempt: products.tax_exempt,
      brand: products.brand,
      gtin: products.gtin,
      mpn: products.mpn,
      group_id: products.group_id,
      group_value: products.group_value,
      group_kind: product_groups.kind,
    })
    .from(products)
    .leftJoin(product_groups, eq(product_groups.id, products.group_id))
    .where(and(isNull(products.archived_at), after ? gt(products.id, after) : undefined))
    .orderBy(asc(products.id))
    .limit(limit)
