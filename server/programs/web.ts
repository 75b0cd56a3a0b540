import { setTimeout as pause } from 'node:timers/promises'
import { createWebServer } from '../http/web-server.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { isDatabaseUnavailable } from '../platform/database.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5_000

/** One web process. */
async function main() {
  const { server, port } = await openServer(readConfig())
  process.send?.({ port })

  let closing = false
  const close = async () => {
    if (closing) return
    closing = true
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
  // The supervisor has ended, even if it was killed; without it nothing would stop this process.
  process.once('disconnect', close)
}

/** A database that goes away during the start is waited for: a process that ends would only be started again. */
async function openServer(config: Config) {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    const server = await createWebServer(config)
    try {
      return { server, port: await server.open() }
    } catch (error) {
      await server.close().catch(() => {})
      if (!isDatabaseUnavailable(error)) throw error
      await pause(wait)
    }
  }
}

main().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
