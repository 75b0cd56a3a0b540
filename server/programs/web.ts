import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWebServer } from '../http/web-server.ts'
import { offerFirstOwner } from '../modules/accounts/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { isDatabaseUnavailable } from '../platform/database.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { createLog, type Log } from '../platform/log.ts'
import { OFFER_FIRST_OWNER, RETIRE } from './supervisor/web-processes.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5_000
/** A replaced process may wait for one more request on each connection: nothing waits for its end. */
const RETIRE_DRAIN_MS = 10_000
/** scripts/build-server.mjs puts the programs into one folder. */
const programFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const OPTIONS = {
  drainMs: 1000,
  jobsAfterMs: 1000,
  encoderProgram: programFile('picture-encoder.js'),
  renderProgram: programFile('render-pages.js'),
  backupProgram: programFile('backup.js'),
  restoreProgram: programFile('restore-shop.js'),
}
/** From the supervisor: the descriptor of a socket that already listens, and whether this one takes over from another version. */
const { PETAL_SOCKET, PETAL_TAKES_OVER } = process.env

/** One web process. */
async function main() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const { server, port } = await openServer(config, log)
  process.send?.({ port })
  process.on('message', async (message) => {
    if (message === RETIRE) return close(RETIRE_DRAIN_MS)
    if (message !== OFFER_FIRST_OWNER) return
    const first_owner = await offerFirstOwner(server.context.db, new Date()).catch(() => undefined)
    process.send?.({ first_owner })
  })

  let closing = false
  const close = async (drainMs?: number) => {
    if (closing) return
    closing = true
    await server.close(drainMs)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => close())
  // The supervisor has ended, even if it was killed; without it nothing would stop this process.
  process.once('disconnect', () => close())
}

/** A database that goes away during the start is waited for: a process that ends would only be started again. */
async function openServer(config: Config, log: Log) {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    const server = await createWebServer(config, OPTIONS)
    try {
      return {
        server,
        port: await server.open({
          socket: PETAL_SOCKET ? Number(PETAL_SOCKET) : undefined,
          isChecked: PETAL_TAKES_OVER !== undefined,
        }),
      }
    } catch (error) {
      await server.close().catch(() => {})
      if (!isDatabaseUnavailable(error)) throw error
      log.warn({ err: error }, 'the database is not available; trying again')
      await pause(wait)
    }
  }
}

main().catch((error) => {
  console.error(describeFailure(error))
  process.exit(1)
})
