import { defineConfig } from 'vitest/config'
import { contractRoutes } from './web/build/contract-routes.ts'

/** Measured in minutes, so not part of `npm test`; see vitest.soak.config.ts. */
export const SOAK_TESTS = '**/*.soak.test.ts'
/** Ten seconds and more, and query plans with many rows: `npm run test:rest`; see vitest.rest.config.ts. */
export const SLOW_TESTS = '**/*.{slow,plans}.test.ts'

export default defineConfig({
  plugins: [contractRoutes()],
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'dist/**', '.mutation/**', 'e2e/**', SOAK_TESTS, SLOW_TESTS],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/setup.ts'],
    pool: 'forks',
    // Importing the server takes seconds: once for a worker, not for each of its files. See server/testing/setup.ts.
    isolate: false,
    maxWorkers: 3,
    // Only to end a test that would wait for ever: on a busy machine a real one may take minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
  },
})
