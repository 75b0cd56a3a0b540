import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Restore, RestoreStep } from '#contract/restores.ts'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { givenVisitor, type Visitor } from '../testing/account-factories.ts'
import { type BuiltShop, givenBuiltShop } from '../testing/built-shop.ts'
import { MANY_ORDERS } from '../testing/many-orders.ts'
import { givenS3 } from '../testing/s3.ts'

const ORDERS = 10_000
const PASSPHRASE = 'seven quiet gardens'
/** Only to end a test that would wait for ever; a busy machine takes its time. */
const PATIENCE = { timeout: 600_000, interval: 100 }

let shop: BuiltShop
let admin: Visitor
let s3: Awaited<ReturnType<typeof givenS3>>
let copy: string

beforeAll(async () => {
  s3 = await givenS3()
  shop = await givenBuiltShop()
  const [product] = await shop.query<{ id: string }>('select id from products order by id limit 1')
  await shop.query(
    "insert into stock_movements (product_id, change, reason) values ($1, $2, 'set')",
    [product?.id, 2 * ORDERS],
  )
  await shop.query('update products set stock = stock + $2 where id = $1', [
    product?.id,
    2 * ORDERS,
  ])
  await shop.query(MANY_ORDERS, [product?.id, ORDERS])
  admin = givenVisitor(shop, { ip: '10.8.0.1', headers: { connection: 'close' } })
  const { email, password } = DEMO_ACCOUNTS.admin
  expect(await admin.signIn(email, password)).toMatchObject({ status: 200 })
  await setUpCopies()
}, PATIENCE.timeout)

async function setUpCopies() {
  const { version } = await read<{ version: number }>('/api/backup-copies/settings')
  const saved = await admin.call('PUT', '/api/backup-copies/settings', {
    place: 'other',
    endpoint: s3.env.S3_ENDPOINT,
    region: s3.env.S3_REGION,
    bucket: s3.env.S3_BUCKET,
    access_key_id: s3.env.S3_ACCESS_KEY_ID,
    secret_access_key: s3.env.S3_SECRET_ACCESS_KEY,
    folder: 'backups',
    keep: 30,
    keep_days: 90,
    passphrase: PASSPHRASE,
    passphrase_again: PASSPHRASE,
    version,
  })
  expect(saved.status, saved.text).toBe(200)
  expect((await admin.post('/api/backups', {})).status).toBe(200)
  copy = await vi.waitFor(async () => {
    const { last_copy } = await read<{ last_copy: string | null }>('/api/backup-copies/settings')
    if (!last_copy) throw new Error('not copied yet')
    return last_copy
  }, PATIENCE)
}

async function read<Body>(path: string) {
  const { status, body, text } = await admin.get(path)
  expect(status, text).toBe(200)
  return body as Body
}

const countOrders = async () => {
  const [row] = await shop.query<{ n: number }>('select count(*)::int as n from orders')
  return row?.n ?? 0
}

const newest = async (): Promise<Restore | undefined> => {
  const [row] = await shop.query<Restore>('select * from restores order by started_at desc limit 1')
  return row
}

const start = async (passphrase = PASSPHRASE) => {
  const { shop_name } = await read<{ shop_name: string }>('/api/restores')
  return admin.post('/api/restores', { source: 'copies', name: copy, passphrase, shop_name })
}

/** The program that restores, of whichever web process. */
function restoreProgram(): number | undefined {
  const isOurs = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/server/restore-shop.js')
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))
  return found.length > 0 ? Number(found[0]) : undefined
}

const statusOf = async (path = '/') =>
  fetch(shop.url + path, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  )

const untilOpen = () =>
  vi.waitFor(async () => {
    const answers = await Promise.all([statusOf(), statusOf(), statusOf(), statusOf()])
    if (answers.some((status) => status !== 200)) throw new Error(`It answers ${answers}`)
  }, PATIENCE)

test('the weekly restore test restores 10,000 orders from the bucket, and finds that all adds up', async () => {
  expect((await admin.post('/api/restores/test', {})).status).toBe(200)
  const done = await vi.waitFor(async () => {
    const row = await newest()
    if (row?.kind !== 'test' || row.state === 'running') throw new Error('not over')
    return row
  }, PATIENCE)
  expect(done).toMatchObject({ state: 'done', source: 'copies', backup: copy, findings: [] })
  expect(done.holds?.orders).toBeGreaterThanOrEqual(ORDERS)
  const took = Date.parse(String(done.finished_at)) - Date.parse(String(done.started_at))
  process.stdout.write(`Restore test of ${done.holds?.orders} orders: ${took / 1000} s\n`)
})

test('a wrong passphrase is refused before anything changes', async () => {
  const refused = await start('another passphrase')
  expect(refused.body).toMatchObject({ code: 'WRONG_PASSPHRASE' })
  expect((await newest())?.kind).toBe('test')
  expect(await statusOf()).toBe(200)
})

const KILLED: RestoreStep[] = ['checking', 'trying', 'closing', 'backing-up', 'files', 'replacing']

test.each(KILLED)('killed at %s, the shop is as it was, and opens by itself', async (step) => {
  await shop.query(
    "update products set name = 'After the backup' where id = (select min(id::text)::uuid from products)",
  )
  const orders = await countOrders()
  const started = await start()
  expect(started.status, started.text).toBe(200)
  await vi.waitFor(
    async () => {
      const row = await newest()
      if (row?.state !== 'running') throw new Error(`It is ${row?.state}: ${row?.failure}`)
      if (row.step !== step) throw new Error(`It is at ${row.step}`)
    },
    { ...PATIENCE, interval: 5 },
  )
  const pid = restoreProgram()
  if (pid) process.kill(pid, 'SIGKILL')
  else expect(step).toBe('checking')
  await untilOpen()
  const isOver = async () => ((await newest())?.state === 'running' ? restoreProgram() : 'over')
  if (!pid) await vi.waitFor(async () => expect(await isOver()).toBe('over'), PATIENCE)
  else {
    expect(await countOrders()).toBe(orders)
    const changed = await shop.query("select from products where name = 'After the backup'")
    expect(changed).toHaveLength(1)
  }
})

test('the shop is restored while people use it: closed for a while, and then as it was', async () => {
  await shop.query(
    "update products set name = 'After the backup' where id = (select min(id::text)::uuid from products)",
  )
  const started = await start()
  expect(started.status, started.text).toBe(200)
  let isOver = false
  const seen: { at: number; status: number }[] = []
  const visiting = (async () => {
    while (!isOver) {
      seen.push({ at: Date.now(), status: await statusOf(`/products?q=${seen.length}`) })
      await pause(50)
    }
  })()
  const done = await vi.waitFor(async () => {
    const row = await newest()
    if (row?.state === 'running') throw new Error(`It is at ${row.step}`)
    return row
  }, PATIENCE)
  await untilOpen()
  isOver = true
  await visiting
  expect(done, done?.failure ?? '').toMatchObject({ state: 'done', findings: [] })
  const closed = seen.filter(({ status }) => status === 503)
  const seconds = ((closed.at(-1)?.at ?? 0) - (closed[0]?.at ?? 0)) / 1000
  process.stdout.write(`Restore of ${ORDERS} orders: closed for ${seconds} s\n`)
  expect(closed.length).toBeGreaterThan(0)
  expect(seen.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  expect(await shop.query("select from products where name = 'After the backup'")).toEqual([])
  expect(await countOrders()).toBeGreaterThanOrEqual(ORDERS)
  // The one who restored is still signed in.
  const { restores } = await read<{ restores: Restore[] }>('/api/restores')
  expect(restores[0]?.state).toBe('done')
  expect(await shop.doctor()).toMatchObject({ code: 0 })
  const scratch = await shop.query("select from pg_database where datname like 'petal\\_scratch%'")
  expect(scratch).toEqual([])
})

test('a damaged copy is refused while the shop is open', async () => {
  s3.damage(/\.enc$/)
  const orders = await countOrders()
  expect((await start()).status).toBe(200)
  const failed = await vi.waitFor(async () => {
    const row = await newest()
    if (row?.state === 'running') throw new Error(`It is at ${row.step}`)
    expect(await statusOf()).toBe(200)
    return row
  }, PATIENCE)
  expect(failed).toMatchObject({ state: 'failed', step: 'trying' })
  expect(failed?.failure).toContain('damaged')
  expect(await countOrders()).toBe(orders)
})
