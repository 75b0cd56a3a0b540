import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWebServer } from '#server/http/web-server.ts'
import { loadConfig } from '#server/platform/config.ts'
import { onFileEnd } from './cleanup.ts'
import { givenDatabase } from './database.ts'
import { freePort } from './free-port.ts'

/** How many of something: `usual` proves the property, `soak` is for vitest.soak.config.ts. */
export const soakSize = (sizes: { usual: number; soak: number }) =>
  process.env.SOAK ? sizes.soak : sizes.usual

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

type ServerOptions = {
  databaseUrl?: string
  now?: () => Date
  env?: Record<string, string>
  logTo?: { write: (line: string) => void }
  encoderProgram?: string
  renderProgram?: string
  drainMs?: number
}

/** A whole web process, listening, on its own database or a given one. */
/** For `env`: a merchant account, so that orders can be placed. Nothing answers for it. */
export const MERCHANT_ACCOUNT = {
  CLOVER_MERCHANT_ID: 'MERCHANT',
  CLOVER_PRIVATE_TOKEN: 'token',
  CLOVER_WEBHOOK_SECRET: 'secret',
}

export async function givenServer(options: ServerOptions = {}) {
  const databaseUrl = options.databaseUrl ?? (await givenDatabase()).url
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-server-'))
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
  const { now, logTo, encoderProgram, renderProgram, drainMs } = options
  const shop = await createWebServer(config, {
    now,
    logTo,
    encoderProgram,
    renderProgram,
    drainMs,
  })
  await shop.open()
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  onFileEnd(close)
  return { ...shop, ...shop.context, url: config.publicUrl, databaseUrl, close }
}
