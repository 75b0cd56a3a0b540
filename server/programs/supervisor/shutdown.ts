import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { isatty } from 'node:tty'

type Stop = (hurry: AbortSignal) => Promise<unknown>

/** npm forwards Ctrl-C although the terminal already sent it: two signals, one keypress. */
const SAME_KEYPRESS_MS = 1000

/** Stops everything once, in the reverse order of starting. A second Ctrl-C kills what still runs. */
export function createShutdown(log: (line: string) => void) {
  const stops: Stop[] = []
  const hurry = new AbortController()
  let stopping: { at: number; done: Promise<void> } | undefined

  async function stopAll(code: number) {
    for (const stop of stops.reverse()) {
      await stop(hurry.signal).catch((error) => log(`While stopping: ${error.message}`))
    }
    process.exit(code)
  }

  function stop(code: number): Promise<void> {
    stopping ??= { at: Date.now(), done: stopAll(code) }
    return stopping.done
  }

  function onSignal() {
    if (!stopping) {
      log('Stopping …')
      void stop(0)
    } else if (Date.now() - stopping.at > SAME_KEYPRESS_MS && !hurry.signal.aborted) {
      log('Stopping at once.')
      hurry.abort()
    }
  }

  /** `onHangUp`: what SIGHUP does in a shop without a terminal. A terminal that is closed stops the shop. */
  function listen(onHangUp: () => void) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
    process.on('SIGHUP', hasTerminal() ? onSignal : onHangUp)
    // Writing to a closed terminal fails, which must not prevent the shutdown.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  }

  return {
    listen,
    stop,
    isStopping: () => stopping !== undefined,
    /** Register before starting, so that a signal during the start stops it too. */
    onStop: (stop: Stop) => stops.push(stop),
  }
}

const hasTerminal = () => [0, 1, 2].some((descriptor) => isatty(descriptor))

/** Sends SIGTERM, and SIGKILL when it takes too long or `hurry` is aborted. */
export async function endProcess(child: ChildProcess, hurry: AbortSignal, limitMs: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, limitMs)
  hurry.addEventListener('abort', kill)
  if (hurry.aborted) kill()
  else child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
  hurry.removeEventListener('abort', kill)
}
