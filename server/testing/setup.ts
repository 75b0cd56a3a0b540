import { afterAll, vi } from 'vitest'
import { endFile } from './cleanup.ts'

/**
 * Vitest evaluates this setup file for every test file, while the files of a worker share all other modules
 * (`isolate: false`). So what a file changed for itself is undone here, and the list of what it started is in a
 * module of its own: registered there by shared modules, it would not be found in this one.
 */
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endFile()
})
