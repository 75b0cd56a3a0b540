import { defineConfig } from 'vitest/config'
import base, { SOAK_TESTS } from './vitest.config.ts'

const MINUTE = 60_000

/** Part of `npm test` too, with smaller sizes (`soakSize`). */
const SCALED_TESTS = [
  'server/http/foreign-ids.test.ts',
  'server/modules/accounts/enumeration.slow.test.ts',
  'server/modules/accounts/sign-up.test.ts',
  'server/modules/chat/history.slow.test.ts',
  'server/modules/orders/races.slow.test.ts',
  'server/modules/payments/orders-and-payments.model.test.ts',
]

/** `npm run test:soak`: real sizes, load and crashes. One file at a time, so that none slows another. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [SOAK_TESTS, ...SCALED_TESTS],
    env: { SOAK: 'true' },
    exclude: ['node_modules/**', 'dist/**', '.mutation/**'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 20 * MINUTE,
    hookTimeout: 5 * MINUTE,
  },
})
