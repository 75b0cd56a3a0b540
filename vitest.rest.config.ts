import { defineConfig } from 'vitest/config'
import usual, { SLOW_TESTS } from './vitest.config.ts'

/** `npm run test:rest`: what `npm test` leaves out because it takes long. */
export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: [SLOW_TESTS],
    exclude: ['node_modules/**', 'dist/**', '.mutation/**'],
  },
})
