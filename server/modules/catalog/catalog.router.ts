import { implement } from '@orpc/server'
import { attributes } from '#contract/attributes.ts'
import * as contract from '#contract/catalog.ts'
import { editCategories } from '#contract/edit-categories.ts'
import { productGroups } from '#contract/edit-product-groups.ts'
import { editProducts } from '#contract/edit-products.ts'
import { movingIn } from '#contract/moving-in.ts'
import { product_feed } from '#contract/product-feed.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { profileOf } from '../accounts/reads.ts'
import { adjustStock, listMovements } from './adjust-stock.ts'
import { listAdminProducts, readAdminProduct } from './admin-products.ts'
import { announceProduct, listAnnouncements } from './announce-product.ts'
import {
  createAttribute,
  listAttributes,
  readSynonyms,
  removeAttribute,
  saveSynonyms,
  updateAttribute,
} from './attributes.ts'
import { requestNotice } from './back-in-stock.ts'
import {
  createCategory,
  listAdminCategories,
  listCategories,
  removeCategory,
  reorderCategories,
  updateCategory,
} from './edit-categories.ts'
import { addSize, createGroup, dissolveGroup, updateGroup } from './edit-product-groups.ts'
import {
  bulkEditProducts,
  changeProduct,
  createProduct,
  removeProduct,
  updateProduct,
} from './edit-products.ts'
import { readFacets } from './facets.ts'
import { readAdminGroup } from './group-members.ts'
import { importProducts } from './import-products.ts'
import { listProducts } from './list-products.ts'
import {
  forgetFailures,
  listPictureFailures,
  readPictureProgress,
  retryFailures,
} from './moving-in/index.ts'
import { readFeedSettings, saveFeedSettings } from './product-feed.ts'
import { readProductDetails } from './products.ts'

const api = implement({
  products: { ...contract.products, ...editProducts, ...movingIn },
  categories: { ...contract.categories, ...editCategories },
  attributes,
  product_groups: productGroups,
  product_feed,
})
  .$context<RequestContext>()
  .use(guard)

export const productsRouter = {
  list: api.products.list.handler(({ context, input }) => listProducts(context.db, input)),

  facets: api.products.facets.handler(({ context, input }) => readFacets(context.db, input)),

  get: api.products.get.handler(async ({ context, input }) => {
    const product = await readProductDetails(context.db, input.id)
    if (!product) throw errors.PRODUCT_NOT_FOUND()
    return product
  }),

  admin_list: api.products.admin_list.handler(({ context, input }) =>
    listAdminProducts(context.db, input),
  ),
  admin_get: api.products.admin_get.handler(({ context, input }) =>
    readAdminProduct(context.db, input.id),
  ),
  create: api.products.create.handler(async ({ context, input }) =>
    createProduct(context.db, input, await changedBy(context)),
  ),
  update: api.products.update.handler(async ({ context, input }) =>
    updateProduct(context.db, input, await changedBy(context)),
  ),
  change: api.products.change.handler(async ({ context, input }) =>
    changeProduct(context.db, input, await changedBy(context)),
  ),
  bulk_edit: api.products.bulk_edit.handler(async ({ context, input }) =>
    bulkEditProducts(context.db, input.changes, await changedBy(context)),
  ),
  remove: api.products.remove.handler(async ({ context, input }) =>
    removeProduct(context.db, input.id, await changedBy(context)),
  ),
  adjust_stock: api.products.adjust_stock.handler(async ({ context, input }) =>
    adjustStock(context.db, input, await changedBy(context)),
  ),
  stock_history: api.products.stock_history.handler(({ context, input }) =>
    listMovements(context.db, input.id),
  ),
  announcements: api.products.announcements.handler(({ context, input }) =>
    listAnnouncements(context.db, input.id),
  ),
  announce: api.products.announce.handler(async ({ context, input }) =>
    announceProduct(context, input, await changedBy(context)),
  ),
  import: api.products.import.handler(async ({ context, input }) =>
    importProducts(context, input, await changedBy(context)),
  ),
  picture_progress: api.products.picture_progress.handler(({ context }) =>
    readPictureProgress(context.db),
  ),
  picture_failures: api.products.picture_failures.handler(({ context, input }) =>
    listPictureFailures(context.db, input),
  ),
  retry_pictures: api.products.retry_pictures.handler(({ context }) => retryFailures(context)),
  forget_pictures: api.products.forget_pictures.handler(({ context }) =>
    forgetFailures(context.db),
  ),
}

export const productFeedRouter = {
  settings: api.product_feed.settings.handler(({ context }) => readFeedSettings(context)),
  save_settings: api.product_feed.save_settings.handler(async ({ context, input }) =>
    saveFeedSettings(context, input, await changedBy(context)),
  ),
}

export const productGroupsRouter = {
  get: api.product_groups.get.handler(({ context, input }) => readAdminGroup(context.db, input.id)),
  create: api.product_groups.create.handler(async ({ context, input }) =>
    createGroup(context.db, input, await changedBy(context)),
  ),
  update: api.product_groups.update.handler(async ({ context, input }) =>
    updateGroup(context.db, input, await changedBy(context)),
  ),
  add_size: api.product_groups.add_size.handler(async ({ context, input }) =>
    addSize(context.db, input, await changedBy(context)),
  ),
  dissolve: api.product_groups.dissolve.handler(async ({ context, input }) =>
    dissolveGroup(context.db, input, await changedBy(context)),
  ),
}

/** The address of a signed-in shopper, and whether they confirmed it. */
async function accountEmail(context: RequestContext) {
  const session = await context.session()
  if (!session) return undefined
  const { email, email_verified } = await profileOf(context.db, session.profile.id)
  return { email, is_confirmed: email_verified }
}

export const backInStockRouter = {
  notify_me: api.products.notify_me.handler(async ({ context, input: { id, email } }) => {
    const account = await accountEmail(context)
    const asking = account ?? (email && { email, is_confirmed: false })
    if (!asking) throw errors.EMAIL_NEEDED()
    return requestNotice(context, { id, ...asking })
  }),
}

export const categoriesRouter = {
  list: api.categories.list.handler(({ context }) => listCategories(context)),

  admin_list: api.categories.admin_list.handler(({ context }) => listAdminCategories(context.db)),
  create: api.categories.create.handler(async ({ context, input }) =>
    createCategory(context.db, input, await changedBy(context)),
  ),
  update: api.categories.update.handler(async ({ context, input }) =>
    updateCategory(context.db, input, await changedBy(context)),
  ),
  set_active: api.categories.set_active.handler(async ({ context, input }) =>
    updateCategory(context.db, input, await changedBy(context)),
  ),
  reorder: api.categories.reorder.handler(async ({ context, input }) => {
    await reorderCategories(context.db, input.ids, await changedBy(context))
    return { done: true as const }
  }),
  remove: api.categories.remove.handler(async ({ context, input }) =>
    removeCategory(context.db, input.id, await changedBy(context)),
  ),
}

export const attributesRouter = {
  list: api.attributes.list.handler(({ context }) => listAttributes(context.db)),

  admin_list: api.attributes.admin_list.handler(({ context }) => listAttributes(context.db)),
  create: api.attributes.create.handler(async ({ context, input }) =>
    createAttribute(context.db, input, await changedBy(context)),
  ),
  update: api.attributes.update.handler(async ({ context, input }) =>
    updateAttribute(context.db, input, await changedBy(context)),
  ),
  remove: api.attributes.remove.handler(async ({ context, input }) =>
    removeAttribute(context.db, input.id, await changedBy(context)),
  ),
  synonyms: api.attributes.synonyms.handler(({ context }) => readSynonyms(context.db)),
  save_synonyms: api.attributes.save_synonyms.handler(async ({ context, input }) =>
    saveSynonyms(context.db, input, await changedBy(context)),
  ),
}
