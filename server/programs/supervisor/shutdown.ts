type Stop = (hurry: AbortSignal) => Promise<unknown>

/** npm passes Ctrl-C on to us, although the terminal already did: the same wish twice. */
const SAME_KEYPRESS_MS = 1000

/** Stops in the reverse order of starting, once, whoever asks for it. */
export function createShutdown(log: (line: string) => void) {
  const stops: Stop[] = []
  const hurry = new AbortController()
  let asked: { at: number; done: Promise<void> } | undefined

  async function stopAll(code: number) {
    for (const stop of stops.reverse()) {
      await stop(hurry.signal).catch((error) => log(`While stopping: ${error.message}`))
    }
    process.exit(code)
  }

  function stop(code: number): Promise<void> {
    asked ??= { at: Date.now(), done: stopAll(code) }
    return asked.done
  }

  function onSignal() {
    if (!asked) {
      log('Stopping …')
      void stop(0)
    } else if (Date.now() - asked.at > SAME_KEYPRESS_MS && !hurry.signal.aborted) {
      log('Stopping at once.')
      hurry.abort()
    }
  }

  function listen() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
    // A terminal that was closed can no longer be written to; that must not keep us from stopping.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  }

  return {
    listen,
    stop,
    isStopping: () => asked !== undefined,
    /** Registers what has to be undone; call it before the thing is up, so nothing is forgotten. */
    onStop: (one: Stop) => stops.push(one),
  }
}
