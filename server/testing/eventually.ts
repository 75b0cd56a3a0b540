import { vi } from 'vitest'

/** Waits until the check passes. The limit only ends a test that would wait for ever: a busy machine is slow. */
export const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 })
