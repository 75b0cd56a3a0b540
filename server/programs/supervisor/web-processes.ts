import cluster, { type Worker } from 'node:cluster'
import { sizesFor, thisMachine } from '../../platform/machine.ts'
import { endProcess } from './shutdown.ts'

/** Asks a web process for the secret of the link that creates the first administrator. */
export const OFFER_FIRST_OWNER = 'offer-first-owner'

const STOP_LIMIT_MS = 10_000
const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 30_000

const { heapMb, semiSpaceMb } = sizesFor(thisMachine())

export const WEB_PROCESS_FLAGS = [
  '--enable-source-maps',
  `--max-old-space-size=${heapMb}`,
  `--max-semi-space-size=${semiSpaceMb}`,
]

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
  // With round robin the primary owns the port: connections are distributed evenly, and the port is
  // free as soon as the primary is killed, even while workers still run.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({
    exec: program,
    execArgv: WEB_PROCESS_FLAGS,
  })

  const mayRestart = () => !stopping && !isShuttingDown()

  function launch(): Worker {
    const worker = cluster.fork({ ...WEB_PROCESS_ENV, ...env })
    worker.on('error', () => {})
    redistributeWhenKilled(worker)
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

/** A message of Node's cluster protocol: the primary gives a connection, the worker acknowledges it. */
type ClusterMessage = { cmd?: string; act?: string; seq?: number; ack?: number }

/**
 * When a worker is killed before it acknowledged a connection, Node's primary waits for the
 * acknowledgement for ever, and the client for its answer. So we refuse the connection in the
 * worker's name, as a worker that is shutting down does: the primary gives it to another. Without
 * another it is closed.
 */
function redistributeWhenKilled(worker: Worker) {
  const child = worker.process
  const unacknowledged = new Map<number, { close(): void }>()
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    const { cmd, act, seq } = message as ClusterMessage
    const isConnection = cmd === 'NODE_CLUSTER' && act === 'newconn' && seq !== undefined
    if (isConnection) unacknowledged.set(seq, handle as { close(): void })
    return send(message, handle, ...rest)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unacknowledged.delete(ack)
  })
  function giveBack() {
    const others = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected())
    for (const [ack, handle] of unacknowledged) {
      if (others.length === 0) handle.close()
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
    }
  }
  // After the exit an acknowledgement may still be in the channel, which then disconnects later.
  child.once('exit', () => (child.connected ? child.once('disconnect', giveBack) : giveBack()))
}
