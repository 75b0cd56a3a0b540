import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CustomerDetails, CustomerQuery, CustomerRow } from '#contract/admin-orders.ts'
import { isUuid } from '#contract/ids.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import type { KnownCustomer } from '#contract/orders-by-hand.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { mentions, orderBy, paged } from '#server/platform/paged.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { personalDataOf as chatsOf } from '../chat/reads.ts'
import {
  normalizeAddress,
  proofOfConsent,
  removeImportedConsent,
  standingOf,
  standingsOf,
} from '../consent/index.ts'
import { personalDataOf as messagesOf } from '../content/reads.ts'
import { personalDataOf as reviewsOf } from '../reviews/reads.ts'
import { contacts } from './contacts.table.ts'
import { customers } from './customers.table.ts'

/** What this module may not import: what the others know about the same people. */
const matching = ({ q, kind }: CustomerQuery) =>
  and(
    q ? mentions(customers.search_text, q) : undefined,
    kind === 'registered' ? isNotNull(customers.user_id) : undefined,
    kind === 'guest' ? isNull(customers.user_id) : undefined,
  )

const columns = {
  id: customers.id,
  user_id: customers.user_id,
  email: customers.email,
  full_name: customers.full_name,
  order_count: customers.order_count,
  spent: customers.spent,
  last_order_at: customers.last_order_at,
  created_at: customers.created_at,
}

export function listCustomers(db: Db, query: CustomerQuery) {
  const where = matching(query)
  const sorts = {
    last_order_at: customers.active_at,
    spent: customers.spent,
    order_count: customers.order_count,
    full_name: customers.full_name,
  }
  return paged(query, {
    count: () => db.$count(customers, where),
    rows: async ({ offset, limit }): Promise<CustomerRow[]> => {
      const rows = await db
        .select(columns)
        .from(customers)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-last_order_at', sorts, customers.id))
        .offset(offset)
        .limit(limit)
      const emails = rows.map(({ email }) => email)
      const standings = await standingsOf(db, 'news', emails)
      return rows.map((row) => ({ ...row, consent_at: standings.get(row.email)?.given_at ?? null }))
    },
  })
}

/** Whether an order can be entered for this account. */
export const isCustomer = async (db: Db, user_id: string) =>
  (await db.$count(customers, eq(customers.user_id, user_id))) > 0

const MOST_FOUND = 8

/** For an order by hand: who it may be for, the latest first, with where the last order went. */
export async function findCustomers(db: Db, q: string): Promise<KnownCustomer[]> {
  // Columns by their full names: a select of one table leaves that of the table out, and `orders` has the same ones.
  const last = sql<ShippingAddress | null>`coalesce((
    select o.shipping_address from orders o
    where o.user_id = customers.user_id and o.shipping_address is not null
    order by o.created_at desc limit 1
  ), (
    select o.shipping_address from orders o
    where customers.user_id is null and o.user_id is null and o.guest_email is not null
      and lower(o.guest_email) = customers.email and o.shipping_address is not null
    order by o.created_at desc limit 1
  ), (
    select c.address || jsonb_build_object('fullName', customers.full_name, 'email', c.email)
    from contacts c where customers.user_id is null and c.email = customers.email))`
  return db
    .select({
      user_id: customers.user_id,
      email: customers.email,
      full_name: customers.full_name,
      address: last,
    })
    .from(customers)
    .where(mentions(customers.search_text, q))
    .orderBy(desc(customers.active_at), desc(customers.id))
    .limit(MOST_FOUND)
}

/** `key`: the id of an account, or the address of a guest. */
export async function readCustomer(db: Db, key: string): Promise<CustomerDetails> {
  const [customer] = await db
    .select(columns)
    .from(customers)
    .where(
      isUuid(key)
        ? eq(customers.user_id, key)
        : and(eq(customers.email, key.toLowerCase()), isNull(customers.user_id)),
    )
  if (!customer) throw errors.ROW_NOT_FOUND()
  const { email } = customer
  // A guest has no account, so nothing belongs to this id.
  const subject = { user_id: customer.user_id ?? customer.id, email }
  const [{ news }, consent_proof, contact, reviews, contact_messages, chats] = await Promise.all([
    standingOf(db, email),
    proofOfConsent(db, email),
    customer.user_id ? null : readContact(db, email),
    reviewsOf(db, subject),
    messagesOf(db, subject),
    chatsOf(db, subject),
  ])
  return {
    ...customer,
    consent_at: news.given_at,
    consent_source: news.source,
    consent_proof: news.given_at ? consent_proof : null,
    contact,
    unsubscribed_at: news.ended_at,
    reviews,
    contact_messages,
    chats: chats.map(({ messages, ...chat }) => ({ ...chat, message_count: messages.length })),
  }
}

async function readContact(db: Db, email: string) {
  const { address, source, created_at } = contacts
  const [contact] = await db
    .select({ address, source, created_at })
    .from(contacts)
    .where(eq(contacts.email, email))
  return contact ?? null
}

/** For the export of the own data. */
export async function contactOf(db: Db, { email }: DataSubject) {
  return email === null ? [] : db.select().from(contacts).where(eq(contacts.email, email))
}

/** With the account of the person. */
export async function forgetContact(tx: Db, { email }: DataSubject) {
  if (email !== null) await tx.delete(contacts).where(eq(contacts.email, email))
}

/** On request of the person. Orders placed here stay, and so does a decision made here. */
export const removeContact = (db: Db, address: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const email = normalizeAddress(address)
    const [removed] = await tx.delete(contacts).where(eq(contacts.email, email)).returning()
    if (!removed) throw errors.ROW_NOT_FOUND()
    await removeImportedConsent(tx, email)
    // Without the person: the log is not where the data lives on.
    const object = { type: 'customers', id: 'contact', name: 'An imported contact' }
    await recordAudit(tx, { by, object, before: { source: removed.source }, after: null })
    await announceChange(tx, 'orders')
    return { email }
  })
