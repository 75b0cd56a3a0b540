import { join } from 'node:path'
import type { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'

/*
 * Each worker of Playwright has a shop of its own, with a copy of the demo: tests of different workers never see each
 * other, and those of one worker run one after the other. Playwright numbers the workers that run at the same time.
 */

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3200)
/** The supervisor puts the simulator on the port beside the shop's. */
const PORTS_OF_A_SHOP = 2

export type Who = keyof typeof DEMO_ACCOUNTS

export function shopOfWorker(index: number) {
  const port = FIRST_PORT + index * PORTS_OF_A_SHOP
  return {
    port,
    url: `http://localhost:${port}`,
    dataDir: join(runFolder(), `shop-${index}`),
    database: `shop_${index}`,
  }
}

/** The one of the worker that asks. */
export const workerShop = () => shopOfWorker(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** Where the session of a demo account is stored, in Playwright's `storageState` format. */
export const sessionFile = (who: Who, { dataDir } = workerShop()) =>
  join(dataDir, `session-${who}.json`)

/** The same PostgreSQL, another of its databases. */
export function databaseUrl(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Everything that a run writes. */
export function runFolder() {
  const folder = process.env.E2E_DATA_DIR
  if (!folder) throw new Error('playwright.config.ts sets E2E_DATA_DIR')
  return folder
}
