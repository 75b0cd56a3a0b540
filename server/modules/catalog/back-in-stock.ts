import { createHmac } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { Email, Id } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { Job } from '#server/platform/jobs.ts'
import { queueCappedMail, queueMail } from '#server/platform/outgoing-mail.ts'
import { answerPlainPage, escapeHtml } from '#server/platform/plain-page.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { back_in_stock_requests, products } from './catalog.table.ts'
import { readProduct } from './products.ts'

type Asking = {
  id: string
  email: string
  /** Whether the address is known to belong to who asks. */
  is_confirmed: boolean
}

/** Stores the request of a confirmed address; another one gets a link that does so. */
export async function requestNotice(context: AppContext, { id, email, is_confirmed }: Asking) {
  const product = await readProduct(context.db, id)
  if (!product) throw errors.PRODUCT_NOT_FOUND()
  if (product.stock > 0) throw errors.STILL_IN_STOCK()
  if (is_confirmed) {
    await storeRequest(context, id, email)
    return { state: 'waiting' as const }
  }
  await context.db.transaction((tx) =>
    queueCappedMail(context, tx, 'back-in-stock', {
      template: 'account-update',
      to: email,
      // One link an hour: a second click on the button sends no second mail.
      cause: `confirm-back-in-stock:${id}:${email}:${context.now().toISOString().slice(0, 13)}`,
      data: {
        updateType: `Shall we write when ${product.name} is back?`,
        updateDetails: `Somebody asked on our site for a mail to this address when ${product.name} is in stock again. If that was you, please confirm it. If not, ignore this mail and nothing happens.`,
        actionLink: confirmLink(context.config, id, email),
        actionText: 'Yes, write to me',
      },
    }),
  )
  return { state: 'confirm' as const }
}

/** Who asks again after a mail waits for the next one. */
const storeRequest = ({ db, now }: AppContext, product_id: string, address: string) => {
  const email = address.trim().toLowerCase()
  const asked = { created_at: now().toISOString(), notified_at: null }
  return db
    .insert(back_in_stock_requests)
    .values({ product_id, email, ...asked })
    .onConflictDoUpdate({
      target: [back_in_stock_requests.product_id, back_in_stock_requests.email],
      set: asked,
    })
}

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

/** The proof of an address: only who reads its mail has the link. Nothing is stored until then. */
const tokenFor = ({ secrets }: Keys, product: string, email: string) =>
  createHmac('sha256', secrets.encryption)
    .update(`back-in-stock:${product}:${email.toLowerCase()}`)
    .digest('base64url')

function confirmLink(config: Keys, product: string, email: string) {
  const query = new URLSearchParams({ product, email, token: tokenFor(config, product, email) })
  return `${config.publicUrl}/notify-me?${query}`
}

const LinkQuery = z.object({ product: Id, email: Email, token: z.string().max(100) })

/** Mail scanners open every link, so GET only asks; the button of the page confirms. */
export function serveNotifyMe(app: FastifyInstance, context: AppContext) {
  const read = async (query: unknown) => {
    const link = LinkQuery.safeParse(query).data
    const isValid =
      link &&
      secretMatches(link.token, hashSecret(tokenFor(context.config, link.product, link.email)))
    const product = isValid ? await readProduct(context.db, link.product) : undefined
    return product && link ? { product, email: link.email } : undefined
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    )
    scope.get('/notify-me', async (request, reply) => {
      const asked = await read(request.query)
      if (!asked) return answerPlainPage(reply, 400, INVALID)
      const name = `<strong>${escapeHtml(asked.product.name)}</strong>`
      return answerPlainPage(reply, 200, {
        title: 'Shall we write to you?',
        body: `<p>One mail to <strong>${escapeHtml(asked.email)}</strong> when ${name} is in stock again.</p>
<form method="post"><p><button type="submit">Yes, write to me</button></p></form>`,
      })
    })
    scope.post('/notify-me', async (request, reply) => {
      const asked = await read(request.query)
      if (!asked) return answerPlainPage(reply, 400, INVALID)
      await storeRequest(context, asked.product.id, asked.email)
      return answerPlainPage(reply, 200, {
        title: 'We will write to you',
        body: `<p>As soon as <strong>${escapeHtml(asked.product.name)}</strong> is in stock again.</p>`,
      })
    })
  })
}

const INVALID = {
  title: 'This link is not valid',
  body: '<p>The product may no longer exist. Please ask again on its page.</p>',
}

const AT_ONCE = 200

/** Looks for stock instead of being called by each of its writers, so that none can be forgotten. */
export const backInStockJob = (context: AppContext): Job => ({
  name: 'back-in-stock',
  every: 'minute',
  retries: 0,
  run: async () => {
    while ((await notifyWaiting(context)) === AT_ONCE);
  },
})

export const notifyWaiting = ({ db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>) =>
  db.transaction(async (tx) => {
    const due = await dueRequests(tx)
    for (const { email, created_at, ...product } of due) {
      await queueMail(jobs, tx, {
        template: 'back-in-stock',
        to: email,
        cause: `back-in-stock:${product.id}:${email}:${created_at}`,
        data: {
          productName: product.name,
          productDescription: product.description,
          productImage: product.image_url,
          productLink: `/product/${product.id}`,
          price: product.price,
        },
      })
      await tx
        .update(back_in_stock_requests)
        .set({ notified_at: now().toISOString() })
        .where(
          and(
            eq(back_in_stock_requests.product_id, product.id),
            eq(back_in_stock_requests.email, email),
          ),
        )
    }
    return due.length
  })

const dueRequests = (tx: Db) =>
  tx
    .select({
      email: back_in_stock_requests.email,
      created_at: back_in_stock_requests.created_at,
      id: products.id,
      name: products.full_name,
      description: products.description,
      image_url: products.image_url,
      price: products.price,
    })
    .from(back_in_stock_requests)
    .innerJoin(products, eq(products.id, back_in_stock_requests.product_id))
    .where(
      and(
        isNull(back_in_stock_requests.notified_at),
        gt(products.stock, 0),
        isNull(products.archived_at),
      ),
    )
    .limit(AT_ONCE)
    .for('update', { of: back_in_stock_requests, skipLocked: true })
