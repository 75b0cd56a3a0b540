const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
/** Not connected after this long counts as offline, while the attempt goes on. */
const LATE_MS = 5000

export type StreamState = 'connecting' | 'online' | 'offline'

type StreamOptions<Event> = {
  /** Aborting the attempt ends it; another one follows. */
  open: (attempt: AbortController) => Promise<AsyncIterable<Event>>
  onOpen?: () => void
  onEvent: (event: Event) => void
  /** `online` from the first event on. */
  onState?: (state: StreamState) => void
  /** Whether the error is for good: no further attempt follows. */
  isFinal?: (error: unknown) => boolean
  /** For streams with heartbeats: one without any event for this long is dead, even if the browser has not noticed. */
  silenceMs?: number
  /** Back in front of the screen, a stream that was silent for this long is replaced. */
  trustedMs?: number
}

/**
 * The events of one stream after another, until the returned function is called. However a connection dies (the
 * network, a frozen page, a sleeping laptop, a server that is gone), it ends in a new one.
 */
export function followStream<Event>(options: StreamOptions<Event>): () => void {
  const { open, onOpen, onEvent, onState, isFinal } = options
  const { silenceMs = Number.POSITIVE_INFINITY, trustedMs = Number.POSITIVE_INFINITY } = options
  const stopped = new AbortController()
  let attempt = new AbortController()
  let isRenewed = false
  let heardAt = 0
  let wake = () => {}

  const isSilentFor = (ms: number) => Date.now() - heardAt > ms
  const end = () => attempt.abort()

  async function run() {
    let delay = FIRST_DELAY_MS
    while (!stopped.signal.aborted) {
      attempt = new AbortController()
      isRenewed = false
      const outcome = await followOnce()
      if (outcome === 'final' || stopped.signal.aborted) return
      // The server ends a stream from time to time; only one that does not come back is a failure.
      const isExpected = outcome === 'opened' || isRenewed
      onState?.(isExpected && navigator.onLine ? 'connecting' : 'offline')
      if (outcome === 'opened') delay = FIRST_DELAY_MS
      if (isRenewed) continue
      await pause(delay)
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    }
  }

  async function followOnce(): Promise<'opened' | 'failed' | 'final'> {
    const { signal } = attempt
    let isOpen = false
    let isHeard = false
    heardAt = Date.now()
    // Also while connecting: an answer that never comes is silence too.
    const watch = setInterval(() => isSilentFor(silenceMs) && end(), 1000)
    const late = setTimeout(() => isHeard || onState?.('offline'), LATE_MS)
    try {
      const events = await open(attempt)
      isOpen = true
      onOpen?.()
      for await (const event of events) {
        if (signal.aborted) break
        heardAt = Date.now()
        if (!isHeard) onState?.('online')
        isHeard = true
        onEvent(event)
      }
    } catch (error) {
      if (isFinal?.(error)) return 'final'
    } finally {
      clearInterval(watch)
      clearTimeout(late)
      end()
    }
    return isOpen ? 'opened' : 'failed'
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** At once, without the pause that follows a failure. */
  const renew = () => {
    isRenewed = true
    end()
    wake()
  }
  /** Timers stand still while a page is frozen, so the clock decides. */
  const renewIfSilent = () => {
    if (document.visibilityState !== 'hidden' && isSilentFor(trustedMs)) renew()
  }
  const listening = { signal: stopped.signal }
  window.addEventListener('online', renew, listening)
  window.addEventListener('offline', end, listening)
  window.addEventListener('focus', renewIfSilent, listening)
  window.addEventListener('pageshow', renewIfSilent, listening)
  document.addEventListener('visibilitychange', renewIfSilent, listening)
  document.addEventListener('resume', renewIfSilent, listening)
  void run()

  return () => {
    stopped.abort()
    renew()
  }
}
