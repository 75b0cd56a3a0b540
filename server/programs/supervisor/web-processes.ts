import cluster, { type Worker } from 'node:cluster'
import { sizesFor, thisMachine } from '../../platform/machine.ts'
import { endProcess } from './shutdown.ts'

/** Asks a web process for the secret of the link that creates the first administrator. */
export const OFFER_FIRST_OWNER = 'offer-first-owner'

const STOP_LIMIT_MS = 10_000
const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 30_000

const { heapMb } = sizesFor(thisMachine())

export const WEB_PROCESS_FLAGS = ['--enable-source-maps', `--max-old-space-size=${heapMb}`]

/**
 * With one arena glibc returns what a picture took while it was encoded; with one for each thread it keeps most of
 * it, 200 MB after a few photographs. Other systems ignore it.
 */
export const WEB_PROCESS_ENV = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }

type Options = {
  program: string
  count: number
  env: Record<string, string>
  log: (line: string) => void
  /** Ctrl-C ends the web processes, too, maybe before `stop` is called. */
  isShuttingDown: () => boolean
}

/** Starts the web processes, which share one port, and replaces those that die. */
export function startWebProcesses({ program, count, env, log, isShuttingDown }: Options) {
  let stopping = false
  let isUp = false
  /** Starts in a row that did not get as far as listening: only those are worth a growing delay. */
  let failedStarts = 0
  // Each process takes the next connection when it has time for it. With round robin the primary would hand them out
  // one by one, also to a process that is busy, frozen or about to be killed, and wait for it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: program,
    execArgv: WEB_PROCESS_FLAGS,
  })

  const mayRestart = () => !stopping && !isShuttingDown()

  function launch(): Worker {
    const worker = cluster.fork({ ...WEB_PROCESS_ENV, ...env })
    worker.on('error', () => {})
    let hasListened = false
    worker.once('message', () => {
      hasListened = true
      failedStarts = 0
    })
    worker.once('exit', (code, signal) => {
      if (!mayRestart() || !isUp) return
      if (!hasListened) failedStarts++
      const delay = Math.min(FIRST_RESTART_MS * 2 ** failedStarts, LONGEST_RESTART_MS)
      log(`A web process ended (${signal ?? `code ${code}`}); another starts in ${delay} ms.`)
      setTimeout(() => mayRestart() && launch(), delay)
    })
    return worker
  }

  async function untilListening(workers: Worker[]): Promise<number> {
    const ports = await Promise.all(workers.map(portOf))
    const port = ports.find((one) => one !== undefined)
    if (port === undefined) throw new Error('No web process could start; it says why above.')
    isUp = true
    for (const worker of workers) if (worker.isDead()) launch()
    return port
  }

  async function stop(hurry: AbortSignal) {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => endProcess(worker.process, hurry, STOP_LIMIT_MS)))
  }

  return { listening: untilListening(Array.from({ length: count }, launch)), offerFirstOwner, stop }
}

/** By a web process, because loading the accounts here would double the memory of the supervisor. */
function offerFirstOwner(): Promise<string | undefined> {
  const worker = Object.values(cluster.workers ?? {}).find((one) => one?.isConnected())
  return new Promise((resolve) => {
    if (!worker) return resolve(undefined)
    worker.once('message', ({ first_owner }: { first_owner?: string }) => resolve(first_owner))
    worker.once('exit', () => resolve(undefined))
    worker.send(OFFER_FIRST_OWNER)
  })
}

/** The port it says it listens on, or undefined if it ended before. */
function portOf(worker: Worker): Promise<number | undefined> {
  return new Promise((resolve) => {
    worker.once('message', ({ port }: { port: number }) => resolve(port))
    worker.once('exit', () => resolve(undefined))
  })
}
