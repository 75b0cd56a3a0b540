import { createWebServer } from '../http/web-server.ts'
import { describeFailure, readConfig } from '../platform/config.ts'

/** One web process. */
async function main() {
  const shop = await createWebServer(readConfig())
  const port = await shop.open()
  process.send?.({ port })

  let closing = false
  const close = async () => {
    if (closing) return
    closing = true
    await shop.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
  // The supervisor ended, perhaps by kill -9.
  process.once('disconnect', close)
}

main().catch((error) => {
  console.error(describeFailure(error))
  process.exit(1)
})
