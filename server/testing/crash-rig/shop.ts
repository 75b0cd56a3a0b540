import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { defaultMerchant } from '#simulator/fixtures.ts'
import type { LedgerContent } from '#simulator/ledger.ts'
import { givenBuiltShop } from '../built-shop.ts'
import { onFileEnd } from '../cleanup.ts'
import { freePort } from '../free-port.ts'
import { mountDisk, runService } from './processes.ts'
import { startProxy } from './proxy.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const DISK_MB = 1500
const PATIENCE = { timeout: 120_000, interval: 100 }

export type ReceivedMail = { to: string; message_id: string; subject: string }
export type CrashShop = Awaited<ReturnType<typeof givenCrashShop>>

/**
 * The built shop with its web processes, PostgreSQL, payment provider and mail server as processes of their own, each
 * behind a proxy, and all data of the shop on a small disk of its own.
 */
export async function givenCrashShop() {
  const outside = mkdtempSync(path.join(tmpdir(), 'petal-crash-'))
  onFileEnd(() => rmSync(outside, { recursive: true, force: true }))
  execFileSync('chmod', ['755', outside])
  const dataDir = path.join(outside, 'data')
  mkdirSync(dataDir)
  const hasOwnDisk = mountDisk(dataDir, DISK_MB)
  const database = await startDatabase(dataDir)
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  // Not synchronously: the proxies are in this process.
  await promisify(execFile)(process.execPath, ['dist/server/demo.js', '--quiet'], {
    cwd: root,
    env: { ...process.env, ...env },
  })

  const mail = await startMail(outside)
  const shopPort = await freePort()
  // Visitors and the provider's webhooks come through it.
  const visitors = await startProxy(() => ({ port: shopPort, host: '127.0.0.1' }))
  const provider = await startProvider(outside, visitors.port)
  const shop = await givenBuiltShop({
    ...env,
    PORT: String(shopPort),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.proxy.port),
    CLOVER_API_URL: provider.url,
    CLOVER_ECOMMERCE_URL: provider.url,
    CLOVER_MERCHANT_ID: defaultMerchant.id,
    CLOVER_PRIVATE_TOKEN: defaultMerchant.privateToken,
    CLOVER_WEBHOOK_SECRET: defaultMerchant.signingSecret,
    MIN_FREE_DISK_MB: '50',
    LOG_LEVEL: 'error',
  })
  return {
    ...shop,
    url: `http://localhost:${shopPort}`,
    /** Where visitors connect. */
    front: `http://127.0.0.1:${visitors.port}`,
    dataDir,
    disk: hasOwnDisk ? createDisk(dataDir) : undefined,
    database: database.proxy,
    visitors,
    provider,
    mail,
  }
}

async function startDatabase(dataDir: string) {
  // A small log: the disk is small too.
  const settings = { max_wal_size: '160MB', min_wal_size: '32MB', fsync: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  onFileEnd(postgres.stop)
  const url = new URL(postgres.url)
  const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const proxy = await startProxy(() => ({ path: socket }))
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { url: url.href, proxy }
}

async function startMail(folder: string) {
  const file = path.join(folder, 'mails.jsonl')
  writeFileSync(file, '')
  const port = await freePort()
  const program = 'server/testing/crash-rig/mail-sink.ts'
  const { pid } = runService(['--import', 'tsx', program], {
    MAIL_SINK_FILE: file,
    MAIL_SINK_PORT: String(port),
  })
  await untilListening(port)
  const proxy = await startProxy(() => ({ port, host: '127.0.0.1' }))
  const received = (): ReceivedMail[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { pid, proxy, received }
}

async function startProvider(folder: string, shopPort: number) {
  const file = path.join(folder, 'ledger.json')
  const port = await freePort()
  const proxy = await startProxy(() => ({ port, host: '127.0.0.1' }))
  const url = `http://127.0.0.1:${proxy.port}`
  const { pid } = runService(['dist/server/clover-simulator.js'], {
    CLOVER_SIMULATOR_PORT: String(port),
    CLOVER_SIMULATOR_LEDGER: file,
    CLOVER_SIMULATOR_WEBHOOK_URL: `http://127.0.0.1:${shopPort}/webhooks/clover`,
    // Payment pages have the address of the API.
    CLOVER_SIMULATOR_PUBLIC_URL: url,
  })
  await untilListening(port)
  const ledger = (): LedgerContent => JSON.parse(readFileSync(file, 'utf8'))
  return { pid, proxy, url, ledger }
}

const untilListening = (port: number) =>
  vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve()
        })
        socket.on('error', reject)
      }),
    PATIENCE,
  )

/** Full: not a byte is left for anybody. */
function createDisk(folder: string) {
  const ballast = path.join(folder, 'ballast')
  return {
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        execFileSync('fallocate', ['-l', String(bavail * bsize), ballast], { stdio: 'ignore' })
      } catch {
        // Somebody was quicker with the last bytes.
      }
      try {
        writeFileSync(`${ballast}-rest`, Buffer.alloc(8 * 1024 * 1024))
      } catch {
        // Full, as intended.
      }
    },
    free() {
      rmSync(ballast, { force: true })
      rmSync(`${ballast}-rest`, { force: true })
    },
  }
}
