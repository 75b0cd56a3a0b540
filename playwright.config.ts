import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const PORT = process.env.E2E_PORT ?? '3199'
const url = `http://localhost:${PORT}`
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
/** They change what every page shows, add products or put agents online, so they run when the others are done. */
const LATE_SPECS = /(owner-.*|reviews|upload|admin-chat|chat-live)\.spec\.ts$/
/** They change the name and look of every page, so they run last and alone. */
const LAST_SPECS = /site-wide\.spec\.ts$/

/** The whole shop as `npm start` runs it, with the demo data, on a port and in a folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/sessions.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Two browsers do not keep two cores busy: a third one works while they wait.
  workers: 3,
  timeout: 180_000,
  retries: 0,
  // Only to end what would wait for ever: a busy machine is slow.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: url,
    // A trace of each test costs a fifth of the time: `npm test -- e2e --trace=on` records one when needed.
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
  /*
   * A test runs at the width of a phone, where most shoppers are. One whose subject looks or works differently
   * on a desktop (bar, hover, grid, zoom, drawer) has the tag @both, one that makes sense only there @desktop.
   */
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: [LATE_SPECS, LAST_SPECS],
      use: phone,
    },
    {
      name: 'desktop',
      grep: /@desktop|@both/,
      testIgnore: [LATE_SPECS, LAST_SPECS],
      use: desktop,
    },
    {
      name: 'late-phone',
      testMatch: LATE_SPECS,
      grepInvert: /@desktop/,
      dependencies: ['phone', 'desktop'],
      use: phone,
    },
    {
      name: 'late-desktop',
      testMatch: LATE_SPECS,
      grep: /@desktop|@both/,
      dependencies: ['late-phone'],
      use: desktop,
    },
    { name: 'last', testMatch: LAST_SPECS, dependencies: ['late-desktop'], use: desktop },
  ],
  webServer: {
    command: 'node dist/server/supervisor.js',
    url: `${url}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
    env: {
      PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'error',
      // The tests come from many addresses.
      TRUST_PROXY: '1',
      // Two sides of a chat are served by different ones.
      WEB_CONCURRENCY: '2',
    },
  },
})
