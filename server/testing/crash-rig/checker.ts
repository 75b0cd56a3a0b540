import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { readRenditionName } from '#server/modules/media/file-names.ts'
import type { Clients } from './clients.ts'
import type { Diary } from './diary.ts'
import { processesWith } from './processes.ts'
import type { CrashShop } from './shop.ts'

export type Finding = { sort: 'lost' | 'doubled' | 'leaked' | 'wrong'; text: string }
type Check = (shop: CrashShop, diary: Diary) => Promise<Finding[]> | Finding[]

const lost = (text: string): Finding => ({ sort: 'lost', text })
const doubled = (text: string): Finding => ({ sort: 'doubled', text })
const leaked = (text: string): Finding => ({ sort: 'leaked', text })

function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** The answers that clients got, compared with database, ledger of the provider, received mails and files. */
export async function check(shop: CrashShop, clients: Clients): Promise<Finding[]> {
  const { diary, scarce } = clients
  const findings: Finding[] = diary.wrong.map((text) => ({ sort: 'wrong', text }))
  for (const one of [orders, charges, mails, messages, reviews, coupons, files, processes]) {
    findings.push(...(await one(shop, diary)))
  }
  const [sold] = await shop.query<{ units: number; stock: number }>(
    `select p.stock, (select coalesce(sum(i.quantity), 0)::int from order_items i join orders o on o.id = i.order_id
       where i.product_id = p.id and o.holds_stock and o.guest_email like '%@crash.example.com') as units
     from products p where id = $1`,
    [scarce.id],
  )
  if (!sold || sold.units + sold.stock !== scarce.units) {
    findings.push(leaked(`of ${scarce.units} units: ${JSON.stringify(sold)}`))
  }
  const { code, output } = await shop.doctor()
  if (code !== 0) findings.push(leaked(`the doctor: ${output}`))
  return findings
}

/** How often a mail arrived more than once, under the same Message-ID: a mailbox shows it once. */
export function countRepeatedMails(shop: CrashShop) {
  const ids = shop.mail.received().map(({ message_id }) => message_id)
  return ids.length - new Set(ids).size
}

const orders: Check = async (shop, { purchases }) => {
  const rows = await shop.query<{ id: string; key: string; isPaid: boolean; status: string }>(
    `select id, idempotency_key as key, completed_at is not null as "isPaid", status from orders
     where guest_email like '%@crash.example.com'`,
  )
  const byKey = groupBy(rows, ({ key }) => key)
  return purchases.flatMap(({ key, id, isPromised }) => {
    const [order, ...more] = byKey.get(key) ?? []
    if (more.length > 0) return [doubled(`orders for the key ${key}`)]
    if (id && order?.id !== id) return [lost(`order ${id}, which was acknowledged`)]
    if (isPromised && !order?.isPaid) return [lost(`order ${id}, which was shown as paid`)]
    return []
  })
}

const charges: Check = async (shop, { purchases, refunds }) => {
  const { payments, refunds: given } = shop.provider.ledger()
  const approved = payments.filter(({ result }) => result === 'SUCCESS')
  const stored = await shop.query<{ payment_id: string; order_id: string; status: string }>(
    'select payment_id, order_id, status from payments',
  )
  const known = new Map(stored.map((one) => [one.payment_id, one]))
  const ofPurchases = purchases.flatMap(({ id, paidOn, isPromised }) => {
    const own = approved.filter(({ session_id }) => paidOn.includes(session_id))
    if (own.length > 1) return [doubled(`charges for order ${id}`)]
    const [payment] = own
    if (!payment) return isPromised ? [lost(`the charge of order ${id}`)] : []
    const found = known.get(payment.id)
    if (found?.order_id !== id) return [lost(`payment ${payment.id} of order ${id}`)]
    if (isPromised && found?.status !== 'settled') {
      return [lost(`payment ${payment.id} is ${found?.status}`)]
    }
    return []
  })
  const [pages] = await shop.query<{ sessions: string[] }>(
    'select array_agg(checkout_session_id) as sessions from payment_pages',
  )
  const unknown = approved.filter(({ session_id }) => !pages?.sessions?.includes(session_id))
  const rows = await shop.query<{ payment_id: string; cents: number; status: string }>(
    'select payment_id, (amount * 100)::int as cents, status from refunds',
  )
  const confirmed = rows.filter(({ status }) => status === 'confirmed')
  const centsOf = (id: string) =>
    given.filter((one) => one.payment_id === id).reduce((sum, { amount }) => sum + amount, 0)
  const ofRefunds = [...new Set([...refunds, ...confirmed].map((one) => one.payment_id))].flatMap(
    (id) => {
      const atProvider = centsOf(id)
      const own = confirmed.filter((one) => one.payment_id === id)
      const here = own.reduce((sum, { cents }) => sum + cents, 0)
      const most = approved.find((one) => one.id === id)?.amount ?? 0
      if (atProvider > most) return [doubled(`refunds of ${id}: ${atProvider} of ${most}`)]
      if (atProvider === here) return []
      const states = rows.filter((one) => one.payment_id === id).map(({ status }) => status)
      return [lost(`refund of ${id}: ${atProvider}, here ${here} (${states.join(', ')})`)]
    },
  )
  return [
    ...ofPurchases,
    ...unknown.map(({ id }) => lost(`payment ${id}, whose page the shop does not know`)),
    ...ofRefunds,
  ]
}

const CONFIRMED = /^Your order .* is confirmed/

const mails: Check = async (shop, { purchases }) => {
  const rows = await shop.query<{ to: string; subject: string; state: string }>(
    `select to_address as "to", subject, concat_ws(', ', status, attempts || ' attempts', error) as state from mails`,
  )
  const stateOf = (email: string) =>
    rows.find(({ to, subject }) => to === email && CONFIRMED.test(subject))?.state ?? 'no mail'
  const received = groupBy(
    shop.mail.received().filter(({ subject }) => CONFIRMED.test(subject)),
    ({ to }) => to,
  )
  return purchases.flatMap(({ email, id, isPromised }) => {
    const ids = new Set((received.get(email) ?? []).map(({ message_id }) => message_id))
    if (ids.size > 1) return [doubled(`confirmations of order ${id}`)]
    if (!isPromised || ids.size > 0) return []
    return [lost(`the confirmation of order ${id} (${stateOf(email)})`)]
  })
}

const messages: Check = async (shop, diary) => {
  const rows = await shop.query<{ client_id: string; seq: number; message: string }>(
    `select client_id, seq, message from chat_messages where message like 'message % of %'`,
  )
  const byClient = groupBy(rows, ({ client_id }) => client_id)
  const texts = rows.map(({ message }) => message)
  return [
    ...diary.messages.flatMap(({ client_id, text, seq }) => {
      const found = byClient.get(client_id) ?? []
      if (found.length > 1) return [doubled(`the chat message "${text}"`)]
      const isThere = found[0]?.message === text && found[0].seq === seq
      return isThere ? [] : [lost(`the chat message "${text}"`)]
    }),
    ...texts
      .filter((text, n) => texts.indexOf(text) !== n)
      .map((text) => doubled(`the chat message "${text}"`)),
  ]
}

const reviews: Check = async (shop, diary) => {
  const rows = await shop.query<{ title: string; media_url: string | null }>(
    `select title, media_url from reviews where title like 'Review ________-%'`,
  )
  return diary.reviews.flatMap(({ title, media_url }) => {
    const found = rows.filter((one) => one.title === title)
    if (found.length > 1) return [doubled(title)]
    return found[0]?.media_url === media_url ? [] : [lost(title)]
  })
}

const coupons: Check = async (shop, diary) => {
  const rows = await shop.query<{ code: string; entries: number }>(
    `select code, (select count(*)::int from audit_log a where a.object_type = 'coupons' and a.object_id = c.id::text) as entries
     from coupons c where code like 'CRASH%-%'`,
  )
  const byCode = new Map(rows.map((one) => [one.code, one.entries]))
  return diary.coupons.flatMap(({ code }) => {
    const entries = byCode.get(code)
    if (entries === undefined) return [lost(`the coupon ${code}`)]
    return entries === 1 ? [] : [doubled(`${entries} entries in the log for the coupon ${code}`)]
  })
}

/** Every upload that a review uses is there, and nothing that no row knows. */
const files: Check = async (shop, { reviews: written, uploads }) => {
  const rows = await shop.query<{ name: string }>('select name from media_files')
  const names = new Set(rows.map(({ name }) => name))
  const used = new Set(written.map(({ media_url }) => media_url))
  const folder = path.join(shop.dataDir, 'files')
  const missing = uploads
    .filter(({ url }) => used.has(url))
    .filter(({ url, bytes }) => {
      const file = path.join(folder, url.replace('/files/', ''))
      return !existsSync(file) || statSync(file).size !== bytes
    })
  const pictures = new Set([...names].map((name) => name.replace(/\.\w+$/, '')))
  const isKnown = (file: string) =>
    names.has(file) || pictures.has(readRenditionName(file)?.original ?? '')
  return [
    ...missing.map(({ url }) => lost(`the upload ${url}`)),
    ...readdirSync(folder)
      .filter((file) => !isKnown(file))
      .map((file) => leaked(`the file ${file}`)),
    ...readdirSync(path.join(shop.dataDir, 'incoming')).map((file) =>
      leaked(`the received file ${file}`),
    ),
  ]
}

/** Nothing of a process that was killed is left. */
const processes: Check = async (shop) => {
  const [stuck] = await shop.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where state like 'idle in transaction%' and state_change < now() - interval '20 seconds'`,
  )
  const web = shop.webProcesses()
  const encoders = processesWith('picture-encoder.js', shop.dataDir)
  const [locks] = await shop.query<{ count: number }>(
    `select count(*)::int from pg_locks where not granted`,
  )
  return [
    ...(stuck?.count ? [leaked(`${stuck.count} transactions that are open and idle`)] : []),
    ...(locks?.count ? [leaked(`${locks.count} locks that somebody waits for`)] : []),
    ...(web.length === 2 ? [] : [leaked(`${web.length} web processes`)]),
    ...(encoders.length > 2 ? [leaked(`${encoders.length} picture encoders`)] : []),
  ]
}
