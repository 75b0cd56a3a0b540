import { defineConfig } from 'vitest/config'
import usual from './vitest.config.ts'

const { MUTATION_TESTS = '', TEST_TEMPLATE_URL } = process.env

/** For scripts/mutation.ts, which names the tests; those of pure functions start no PostgreSQL. */
export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: MUTATION_TESTS.split(','),
    exclude: ['node_modules/**'],
    globalSetup: TEST_TEMPLATE_URL ? ['server/testing/global-setup.ts'] : [],
    // A change that lets a test wait for ever is detected after this.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
