import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { sizesFor, thisMachine } from '../../platform/machine.ts'
import { endProcess } from './shutdown.ts'

/** Asks a web process for the secret of the link that creates the first administrator. */
export const OFFER_FIRST_OWNER = 'offer-first-owner'
/** Asks it to end for good, after its last answers: another one has taken over. */
export const RETIRE = 'retire'

const STOP_LIMIT_MS = 10_000
const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 30_000
const RETIRE_LIMIT_MS = 30_000

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
  let replacing: Promise<unknown> = Promise.resolve()
  /** Those that another one takes over from: their end is no reason to start one. */
  const retired = new Set<Worker>()
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

  function launch({ isReplacement = false } = {}): Worker {
    const worker = cluster.fork({ ...WEB_PROCESS_ENV, ...env })
    worker.on('error', () => {})
    let hasListened = false
    worker.once('message', () => {
      hasListened = true
      failedStarts = 0
    })
    worker.once('exit', (code, signal) => {
      if (!mayRestart() || !isUp || retired.delete(worker)) return
      if (!hasListened && isReplacement) return
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

  /** Its successor listens before it ends. If that does not start, it goes on. */
  async function replace(old: Worker) {
    retired.add(old)
    const successor = launch({ isReplacement: true })
    if ((await portOf(successor)) !== undefined) {
      return retire(old)
    }
    retired.delete(old)
    if (old.isDead() && mayRestart()) launch()
    throw new Error('A new web process did not start; it says why above. The others go on.')
  }

  async function replaceAll() {
    for (const worker of runningWorkers()) if (mayRestart()) await replace(worker)
  }

  /** A rolling restart with the program as it is on disk now: one process after the other. */
  function restart(): Promise<void> {
    const restarted = replacing.then(replaceAll)
    replacing = restarted.catch(() => {})
    return restarted
  }

  async function stop(hurry: AbortSignal) {
    stopping = true
    const workers = runningWorkers()
    await Promise.all(workers.map((worker) => endProcess(worker.process, hurry, STOP_LIMIT_MS)))
  }

  const first = Array.from({ length: count }, () => launch())
  return { listening: untilListening(first), offerFirstOwner, restart, stop }
}

const runningWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

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

async function retire(worker: Worker) {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.send(RETIRE)
  const limit = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_LIMIT_MS)
  await ended
  clearTimeout(limit)
}

/** The port it says it listens on, or undefined if it ended before. */
function portOf(worker: Worker): Promise<number | undefined> {
  return new Promise((resolve) => {
    worker.once('message', ({ port }: { port: number }) => resolve(port))
    worker.once('exit', () => resolve(undefined))
  })
}
