import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createWebServer } from '#server/http/web-server.ts'
import { loadConfig } from '#server/platform/config.ts'
import { givenDatabase } from './database.ts'

/** A clock that a test can move. */
export function givenClock(start = new Date()) {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (by: { seconds?: number; minutes?: number; days?: number }) => {
      time += ((by.days ?? 0) * 86_400 + (by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000
    },
  }
}

type ShopOptions = { databaseUrl?: string; now?: () => Date; env?: Record<string, string> }

/** A whole web process of the shop, listening, on a database of its own or a given one. */
export async function givenServer(options: ShopOptions = {}) {
  const databaseUrl = options.databaseUrl ?? (await givenDatabase()).url
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-shop-'))
  const port = await freePort()
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    ...options.env,
  })
  const shop = await createWebServer(config, { now: options.now })
  await shop.open()
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  afterAll(close)
  return { ...shop, ...shop.context, url: config.publicUrl, databaseUrl, close }
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
