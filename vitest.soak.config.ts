import { defineConfig } from 'vitest/config'
import base, { SOAK_TESTS } from './vitest.config.ts'

const MINUTE = 60_000

/** `npm run test:soak`: real sizes, load and crashes. One file at a time, so that none slows another. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [SOAK_TESTS],
    exclude: ['node_modules/**', 'dist/**'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 20 * MINUTE,
    hookTimeout: 5 * MINUTE,
  },
})
