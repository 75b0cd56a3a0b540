import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
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
/** A process that takes over has so long to listen; a busy machine needs some of it. */
const READY_LIMIT_MS = 120_000
/** After standard input, output, errors and the channel to this process. */
const SOCKET_IN_CHILD = 4

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
  /** A file descriptor that already listens, from systemd. Without it the processes listen on their port. */
  socket?: number | undefined
  readyLimitMs?: number
}

/** Starts the web processes, which share one port, and replaces those that die. */
export function startWebProcesses({ count, env, log, isShuttingDown, ...options }: Options) {
  const { socket, readyLimitMs = READY_LIMIT_MS } = options
  /** What a process that died is replaced with. */
  let { program } = options
  let stopping = false
  let isUp = false
  let replacing: Promise<unknown> = Promise.resolve()
  /** What each of them runs; in the order of their start. */
  const running = new Map<ChildProcess, string>()
  /** Those that another one takes over from: their end is no reason to start one. */
  const retired = new Set<ChildProcess>()
  /** Starts in a row that did not get as far as listening: only those are worth a growing delay. */
  let failedStarts = 0
  // Each process takes the next connection when it has time for it. With round robin the primary would hand them out
  // one by one, also to a process that is busy, frozen or about to be killed, and wait for it.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  const mayRestart = () => !stopping && !isShuttingDown()

  /** The port belongs to the cluster; a socket of systemd is passed on as it is, and closed by each for itself. */
  function spawnProcess(file: string, extra: Record<string, string>): ChildProcess {
    const variables = { ...WEB_PROCESS_ENV, ...env, ...extra }
    if (socket === undefined) {
      cluster.setupPrimary({ exec: file, execArgv: WEB_PROCESS_FLAGS })
      return cluster.fork(variables).process
    }
    return fork(file, {
      execArgv: WEB_PROCESS_FLAGS,
      env: { ...process.env, ...variables, PETAL_SOCKET: String(SOCKET_IN_CHILD) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', socket],
    })
  }

  function launch(file = program, { isReplacement = false } = {}): ChildProcess {
    const takesOver = isReplacement && file !== program
    const child = spawnProcess(file, takesOver ? { PETAL_TAKES_OVER: 'true' } : {})
    running.set(child, file)
    child.on('error', () => {})
    let hasListened = false
    child.once('message', () => {
      hasListened = true
      failedStarts = 0
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (!mayRestart() || !isUp || retired.delete(child)) return
      if (!hasListened && isReplacement) return
      if (!hasListened) failedStarts++
      const delay = Math.min(FIRST_RESTART_MS * 2 ** failedStarts, LONGEST_RESTART_MS)
      log(`A web process ended (${signal ?? `code ${code}`}); another starts in ${delay} ms.`)
      setTimeout(() => mayRestart() && launch(), delay)
    })
    return child
  }

  /** The first has the whole machine, so that the shop answers sooner. The others start meanwhile. */
  async function open(): Promise<number> {
    let port = await portOf(launch())
    for (let started = 1; port === undefined && started < count && mayRestart(); started++)
      port = await portOf(launch())
    if (port === undefined) throw new Error('No web process could start; it says why above.')
    isUp = true
    const others = Array.from({ length: mayRestart() ? count - 1 : 0 }, () => launch())
    await Promise.all(others.map(portOf))
    return port
  }

  /** Its successor listens before it ends. If that does not start, it goes on. */
  async function replace(old: ChildProcess, file: string) {
    retired.add(old)
    const successor = launch(file, { isReplacement: true })
    const limit = setTimeout(() => successor.kill('SIGKILL'), readyLimitMs)
    const port = await portOf(successor)
    clearTimeout(limit)
    if (port !== undefined) return retire(old)
    retired.delete(old)
    if (isDead(old) && mayRestart()) launch()
    throw new Error('A new web process did not start; it says why above. The others go on.')
  }

  /** Those that run `from` are replaced with ones that run `to`, one after the other. */
  async function replaceAll(isReplaced: (file: string) => boolean, to: string) {
    for (const [child, file] of [...running])
      if (mayRestart() && isReplaced(file)) await replace(child, to)
  }

  async function handOver(to: string) {
    try {
      await replaceAll(() => true, to)
      // One that died meanwhile was replaced with the program of before.
      await replaceAll((file) => file !== to, to)
      if (!mayRestart()) throw new Error('The shop was stopped meanwhile.')
      program = to
    } catch (error) {
      await replaceAll((file) => file !== program, program)
      throw error
    }
  }

  /** A rolling restart with the program as it is on disk now, or with that of another version. */
  function restart(to = program): Promise<void> {
    const restarted = replacing.then(() => handOver(to))
    replacing = restarted.catch(() => {})
    return restarted
  }

  async function stop(hurry: AbortSignal) {
    stopping = true
    await Promise.all([...running.keys()].map((child) => endProcess(child, hurry, STOP_LIMIT_MS)))
  }

  /** By a web process, because loading the accounts here would double the memory of the supervisor. */
  function offerFirstOwner(): Promise<string | undefined> {
    const child = [...running.keys()].find(({ connected }) => connected)
    return new Promise((resolve) => {
      if (!child) return resolve(undefined)
      child.once('message', (message) => resolve((message as { first_owner?: string }).first_owner))
      child.once('exit', () => resolve(undefined))
      child.send(OFFER_FIRST_OWNER)
    })
  }

  return { listening: open(), offerFirstOwner, restart, stop }
}

const isDead = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function retire(child: ChildProcess) {
  if (isDead(child)) return
  const ended = once(child, 'exit')
  child.send(RETIRE)
  const limit = setTimeout(() => child.kill('SIGKILL'), RETIRE_LIMIT_MS)
  await ended
  clearTimeout(limit)
}

/** The port it says it listens on, or undefined if it ended before. */
function portOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', () => resolve(undefined))
  })
}
