import { randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Line = {
  name: string
  note: string
  price: number
  unit_qty: number
  tax_rates: { name: string; rate: number }[]
}

export type RedirectUrls = { success?: string; failure?: string; cancel?: string }

export type Session = {
  id: string
  merchant_id: string
  /** As stored; an OPEN session past its time counts as EXPIRED, see `stateOf`. */
  state: 'OPEN' | 'PAID' | 'EXPIRED'
  customer: { first_name: string; last_name: string; email: string; phone_number: string }
  lines: Line[]
  redirect_urls: RedirectUrls
  tax: number
  total: number
  created_time: number
  expiration_time: number
  order_id: string | null
  declines: number
}

export type Order = {
  id: string
  merchant_id: string
  session_id: string
  state: 'open' | 'paid'
  total: number
  created_time: number
}

export type Payment = {
  id: string
  merchant_id: string
  order_id: string
  session_id: string
  amount: number
  tax_amount: number
  result: 'SUCCESS' | 'FAIL'
  decline_code: string | null
  card_type: string
  last4: string
  created_time: number
}

export type Refund = {
  id: string
  merchant_id: string
  payment_id: string
  amount: number
  reason: string
  created_time: number
  idempotency_key: string | null
}

export type LedgerContent = {
  sessions: Session[]
  orders: Order[]
  payments: Payment[]
  refunds: Refund[]
}

export type Ledger = {
  sessions: Map<string, Session>
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  content(): LedgerContent
  clear(): Promise<void>
  /** Resolves once everything changed so far is on disk. */
  save(): Promise<void>
}

const byId = <T extends { id: string }>(rows: T[] = []) => new Map(rows.map((row) => [row.id, row]))

async function readContent(file: string): Promise<Partial<LedgerContent>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`The simulator's ledger ${file} is not JSON. Move it away to start afresh.`)
  }
}

async function writeAtomically(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  const beside = `${file}.${process.pid}.new`
  await writeFile(beside, text, { mode: 0o600 })
  await rename(beside, file)
}

/** Callers that arrive while a write is under way share the next one. */
function groupWrites(write: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null
        return write()
      })
    current = next
    return next
  }
}

const aDay = 24 * 60 * 60 * 1000

/** Unpaid sessions are dropped after a day; otherwise the file would grow for ever. */
const isWorthKeeping = (session: Session, now: number) =>
  session.order_id !== null || session.expiration_time > now - aDay

export async function openLedger(file: string | undefined, now: number): Promise<Ledger> {
  const stored = file ? await readContent(file) : {}
  const sessions = byId(stored.sessions?.filter((session) => isWorthKeeping(session, now)))
  const orders = byId(stored.orders)
  const payments = byId(stored.payments)
  const refunds = byId(stored.refunds)
  const content = () => ({
    sessions: [...sessions.values()],
    orders: [...orders.values()],
    payments: [...payments.values()],
    refunds: [...refunds.values()],
  })
  const save = file
    ? groupWrites(() => writeAtomically(file, JSON.stringify(content())))
    : async () => undefined
  const clear = () => {
    for (const rows of [sessions, orders, payments, refunds]) rows.clear()
    return save()
  }
  return { sessions, orders, payments, refunds, content, clear, save }
}

/** Leaves out I and O, which people mistake for 1 and 0. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 13 uppercase letters and digits, as Clover's own ids. */
export function newId(prefix: 'PAY' | 'ORD' | 'REF'): string {
  const rest = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)])
  return prefix + rest.join('')
}
