import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { workerShop } from './e2e/worker-shop.ts'

// Also for the tests themselves, which run in processes of their own.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'petal-e2e-'))

/** Without a sandbox it also runs as root, and in silence: no calls home. */
const chromium = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}

const phone = {
  ...devices['Pixel 7'],
  defaultBrowserType: 'chromium' as const,
  viewport: { width: 390, height: 844 },
  // Drawing seven times the pixels without a graphics card takes most of a core.
  deviceScaleFactor: 1,
}
const desktop = { viewport: { width: 1440, height: 900 } }
/** Tests that start shops of their own and take minutes: `npm run test:soak`. */
const SOAK_SPECS = /\.soak\.spec\.ts$/
const isSoak = process.env.SOAK === 'true'

/** Shops as `npm start` runs them, with the demo data: one for each worker (e2e/start-shops.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: isSoak ? SOAK_SPECS : '**/*.spec.ts',
  testIgnore: isSoak ? [] : SOAK_SPECS,
  globalSetup: './e2e/start-shops.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two browsers do not keep two cores busy: a third one works while they wait.
  workers: isSoak ? 1 : 3,
  timeout: 300_000,
  retries: 0,
  // Only to end what would wait for ever: a busy machine is slow.
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: workerShop().url,
    // A trace of each test costs a fifth of the time: `npm test -- e2e --trace=on` records one when needed.
    screenshot: 'only-on-failure',
    // Moving pictures take a sixth of the time. Tests about movement, and the purchase, ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium,
  },
  /*
   * A test runs at the width of a phone, where most shoppers are. One whose subject looks or works differently
   * on a desktop (bar, hover, grid, zoom, drawer) has the tag @both, one that makes sense only there @desktop.
   */
  projects: [
    { name: 'phone', grepInvert: /@desktop/, use: phone },
    { name: 'desktop', grep: /@desktop|@both/, use: desktop },
  ],
})
