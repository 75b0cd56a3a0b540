import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { givenPeople, PATIENCE } from '#server/testing/busy-shop.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { freePort } from '#server/testing/free-port.ts'
import { givenS3 } from '#server/testing/s3.ts'
import { defaultMerchant } from '#simulator/fixtures.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { withMigration } from './changed-release.ts'
import { givenCrowd } from './crowd.ts'
import { givenNginx } from './given-nginx.ts'
import { givenFolder, givenReleases, run, unpackInto } from './given-release.ts'

// docs/deploy-several-machines.md: two machines with one PostgreSQL and one bucket behind a real nginx.

const SIZES = { visitors: Number(process.env.VISITORS ?? 50), buyers: 3, chats: 4 }
const MINUTE = 60_000

type Machine = { home: string; port: number; shop: BuiltShop }

let releases: Awaited<ReturnType<typeof givenReleases>>
let database: Awaited<ReturnType<typeof givenDatabase>>
let simulator: Awaited<ReturnType<typeof startSimulator>>
let nginx: Awaited<ReturnType<typeof givenNginx>>
let common: Record<string, string>
let first: Machine
let second: Machine

/** A new machine: the archive is unpacked and started, with the variables of the others. */
async function givenMachine(archive: string, port: number): Promise<Machine> {
  const home = await unpackInto(givenFolder(), archive)
  const shop = await givenBuiltShop({ ...common, PORT: String(port) }, { release: home })
  return { home, port, shop }
}

beforeAll(async () => {
  database = await givenDatabase()
  const s3 = await givenS3()
  releases = await givenReleases()
  const archive = await releases.make('0.2.0')
  simulator = await startSimulator()
  onFileEnd(() => simulator.stop())
  const secret = () => randomBytes(32).toString('hex')
  common = {
    ...s3.env,
    S3_TIMEOUT_SECONDS: '30',
    DATABASE_URL: database.url,
    SESSION_SECRET: secret(),
    ENCRYPTION_KEY: secret(),
    CLOVER_API_URL: simulator.url,
    CLOVER_ECOMMERCE_URL: simulator.url,
    CLOVER_MERCHANT_ID: defaultMerchant.id,
    CLOVER_PRIVATE_TOKEN: defaultMerchant.privateToken,
    CLOVER_WEBHOOK_SECRET: defaultMerchant.signingSecret,
    TRUST_PROXY: '2',
    WEB_CONCURRENCY: '1',
  }
  const ports: [number, number] = [await freePort(), await freePort()]
  nginx = await givenNginx(ports)
  common.PUBLIC_URL = nginx.url
  simulator.control.set({ webhook: { url: `${nginx.url}/webhooks/clover` } })
  first = await givenMachine(archive, ports[0])
  second = await givenMachine(archive, ports[1])
  await run(path.join(first.home, 'petal'), ['demo'], { env: first.shop.env })
  // It was started before them, and tries a machine that did not answer with one visitor first.
  for (const _ of ports) expect((await fetch(nginx.url)).status).toBe(200)
}, 15 * MINUTE)

async function upgrade({ home, shop }: Machine, file: string, version: string) {
  const { stdout } = await run(path.join(home, 'petal'), ['upgrade', file], { env: shop.env })
  expect(stdout).toContain(`Version ${version} serves.`)
}

/** A picture of the catalogue, which each machine reads from the bucket. */
async function pictureInBucket() {
  const { rows } = await database.db.execute<{ image_url: string }>(
    sql`select image_url from products where image_url like '/%' order by id limit 1`,
  )
  return rows[0]?.image_url ?? ''
}

async function expectPaid(orders: string[]) {
  expect(orders.length).toBeGreaterThan(0)
  const list = sql.join(
    orders.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  await vi.waitFor(async () => {
    const { rows } = await database.db.execute<{ paid: number }>(
      sql`select count(*)::int as paid from orders where id in (${list}) and status = 'completed'`,
    )
    expect(rows[0]?.paid).toBe(orders.length)
  }, PATIENCE)
}

test(
  'one machine after the other is upgraded, then one is replaced: no request fails, nothing is lost',
  async () => {
    onTestFailed(() => console.log(nginx.errors()))
    const product = await givenProduct(database.db, { name: 'Rose Oil', price: 20, stock: 50_000 })
    const people = givenPeople(nginx, product)
    const pay = async (session: string) => simulator.control.pay(session)
    const crowd = givenCrowd(
      { ...people, url: nginx.url, product, pay, isBehindProxy: true },
      SIZES,
    )
    crowd.needed.add(await pictureInBucket())
    const steps: Record<string, number> = {}
    const timed = async (step: string, work: () => Promise<void>) => {
      const begin = performance.now()
      await work()
      steps[step] = Math.round((performance.now() - begin) / 1000)
    }

    const next = await releases.make('0.2.1', withMigration(1))
    await timed('first machine upgraded', () => upgrade(first, next, '0.2.1'))
    await timed('second machine upgraded', () => upgrade(second, next, '0.2.1'))
    await timed('second machine replaced', async () => {
      const another = await releases.make('0.2.2', withMigration(2))
      const third = await givenMachine(another, await freePort())
      nginx.useMachines([first.port, third.port])
      await second.shop.stop()
      await rm(second.home, { recursive: true })
      await upgrade(first, another, '0.2.2')
    })

    const { pages, orders, messages, streams } = await crowd.leave()
    console.log(
      `${pages} pages, ${orders.length} paid orders, ${messages} messages; seconds: ${JSON.stringify(steps)}`,
    )
    expect(crowd.failures).toEqual([])
    expect(streams).toBeGreaterThan(1)
    await expectPaid(orders)
    expect(await first.shop.doctor()).toEqual({ code: 0, output: 'Everything adds up.' })
  },
  40 * MINUTE,
)
