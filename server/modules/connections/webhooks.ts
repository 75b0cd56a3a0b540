import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { WEBHOOK_EVENTS } from '#contract/webhook-events.ts'
import { MOST_WEBHOOKS, type Webhook, type WebhookEdit } from '#contract/webhooks.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { AddressRefused, resolvePublic } from '#server/platform/public-address.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { webhook_deliveries, webhooks } from './connections.table.ts'
import { newWebhookSecret } from './send-webhook.ts'

type Context = Pick<AppContext, 'config' | 'db'>
type Row = typeof webhooks.$inferSelect

const audited = (by: ChangedBy) => ({
  by,
  name: ({ url }: Row) => url,
  computed: ['secret'] as const,
})

/** Bound to its row: a ciphertext copied to another webhook cannot be decrypted. */
const about = (id: string) => `webhook:${id}`

/** Null: the encryption key has changed. */
export function secretOf({ secrets }: Pick<Config, 'secrets'>, { id, secret }: Row) {
  try {
    return decrypt(secrets.encryption, secret, about(id))
  } catch {
    return null
  }
}

export const listWebhooks = (db: Db) => describe(db)

/** Webhooks as the screen shows them, with how they are doing. */
async function describe(db: Db, id?: string): Promise<Webhook[]> {
  const { status, attempts, last_attempt_at, webhook_id } = webhook_deliveries
  const waits = sql`count(*) filter (where ${status} = 'waiting')`
  const figures = db
    .select({
      webhook_id,
      waiting: sql<number>`${waits}::int`.as('waiting'),
      failing:
        sql<number>`count(*) filter (where ${status} = 'waiting' and ${attempts} > 0)::int`.as(
          'failing',
        ),
      last_delivered_at: sql<
        string | null
      >`max(${last_attempt_at}) filter (where ${status} = 'delivered')`
        .mapWith((at) => (at ? new Date(at).toISOString() : null))
        .as('last_delivered_at'),
    })
    .from(webhook_deliveries)
    .groupBy(webhook_id)
    .as('figures')
  const rows = await db
    .select()
    .from(webhooks)
    .leftJoin(figures, eq(figures.webhook_id, webhooks.id))
    .where(id ? eq(webhooks.id, id) : undefined)
    .orderBy(webhooks.created_at, webhooks.id)
  return rows.map(({ webhooks: { secret: _, ...webhook }, figures: found }) => ({
    ...webhook,
    waiting: found?.waiting ?? 0,
    failing: found?.failing ?? 0,
    last_delivered_at: found?.last_delivered_at ?? null,
  }))
}

const describeOne = async (db: Db, id: string) => (await describe(db, id))[0] as Webhook

/** Each once and in the order of the form, or the audit log would show a change where there is none. */
const inOrder = (edit: WebhookEdit): WebhookEdit => ({
  ...edit,
  events: WEBHOOK_EVENTS.filter((event) => edit.events.includes(event)),
})

/** Asked again with each call; here, so that an owner learns of a mistake at once. */
async function assertPublic({ config }: Context, url: string) {
  try {
    await resolvePublic(new URL(url).hostname, { networks: config.privateNetworks })
  } catch (error) {
    if (error instanceof AddressRefused) throw errors.ADDRESS_NOT_PUBLIC()
    throw error
  }
}

/** The secret is returned here and by `renewSecret` alone. */
export async function createWebhook(context: Context, edit: WebhookEdit, by: ChangedBy) {
  await assertPublic(context, edit.url)
  const secret = newWebhookSecret()
  const id = randomUUID()
  return context.db.transaction(async (tx) => {
    // Two at the same time wait for each other, so that together they do not pass the limit.
    await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`)
    if ((await tx.$count(webhooks)) >= MOST_WEBHOOKS) throw errors.TOO_MANY_WEBHOOKS()
    const sealed = encrypt(context.config.secrets.encryption, secret, about(id))
    const created_at = by.at.toISOString()
    const values = { ...inOrder(edit), id, secret: sealed, created_at }
    await createRow(tx, webhooks, values, audited(by))
    return { webhook: await describeOne(tx, id), secret }
  })
}

type Edit = WebhookEdit & { id: string; version: number }

/** Switched on again, it is as new; switched off, what waits is not sent. */
export async function updateWebhook(
  context: Context,
  { id, version, ...edit }: Edit,
  by: ChangedBy,
) {
  await assertPublic(context, edit.url)
  return context.db.transaction(async (tx) => {
    const values = edit.active ? { disabled_at: null, disabled_reason: null } : {}
    await updateRow(tx, webhooks, { id, version }, { ...inOrder(edit), ...values }, audited(by))
    if (!edit.active) await failWaiting(tx, id)
    return describeOne(tx, id)
  })
}

/** Of a webhook that is switched off; each can be sent by hand later. */
export const failWaiting = (tx: Db, webhook_id: string) =>
  tx
    .update(webhook_deliveries)
    .set({ status: 'failed', error: 'The webhook was switched off.' })
    .where(
      and(eq(webhook_deliveries.webhook_id, webhook_id), eq(webhook_deliveries.status, 'waiting')),
    )

/** What is sent from now on is signed with the new one, also what waits. */
export function renewSecret({ config, db }: Context, id: string, by: ChangedBy) {
  const secret = newWebhookSecret()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
    if (!row) throw errors.ROW_NOT_FOUND()
    const sealed = encrypt(config.secrets.encryption, secret, about(id))
    await updateRow(
      tx,
      webhooks,
      row,
      { secret: sealed },
      {
        ...audited(by),
        belongings: { before: { secret: 'the former one' }, after: { secret: 'a new one' } },
      },
    )
    return { webhook: await describeOne(tx, id), secret }
  })
}

export const removeWebhook = (db: Db, id: string, by: ChangedBy) =>
  db.transaction((tx) => deleteRow(tx, webhooks, id, audited(by)))
