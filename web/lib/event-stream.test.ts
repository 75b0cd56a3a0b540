import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followStream, type StreamState } from './event-stream.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the server does with each connection in turn; the last answer is repeated. */
function givenStreams(...answers: ((signal: AbortSignal) => AsyncIterable<string>)[]) {
  const events: string[] = []
  const states: StreamState[] = []
  let opened = 0
  const stop = followStream<string>({
    open: async ({ signal }) => {
      const answer = answers[Math.min(opened, answers.length - 1)]
      opened++
      return answer!(signal)
    },
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    isFinal: (error) => error === 'gone',
    silenceMs: 35_000,
    trustedMs: 17_000,
  })
  return { events, states, stop, count: () => opened }
}

async function* ends(event: string) {
  yield event
}

const staysOpen = (event: string) =>
  async function* (signal: AbortSignal) {
    yield event
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }

// biome-ignore lint/correctness/useYield: it fails before it begins
async function* fails(reason: string): AsyncGenerator<string> {
  throw reason
}

test('a stream that ends is followed by another one', async () => {
  const shop = givenStreams(() => ends('one'), staysOpen('two'))
  await vi.advanceTimersByTimeAsync(600)
  expect(shop.events).toEqual(['one', 'two'])
  expect(shop.states).toEqual(['online', 'connecting', 'online'])
  shop.stop()
})

test('a stream without heartbeats is dead, although it is open', async () => {
  const shop = givenStreams(staysOpen('one'))
  await vi.advanceTimersByTimeAsync(34_000)
  expect(shop.count()).toBe(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(shop.count()).toBe(2)
  shop.stop()
})

test('failures are tried again at growing intervals, and at once when the network is back', async () => {
  const open = vi.fn(async () => Promise.reject(new Error('no network')))
  const stop = followStream({ open, onEvent: () => {} })
  await vi.advanceTimersByTimeAsync(60_000)
  const tried = open.mock.calls.length
  expect(tried).toBeLessThan(12)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(open).toHaveBeenCalledTimes(tried + 1)
  stop()
})

test('a page that was frozen does not trust its stream', async () => {
  const shop = givenStreams(staysOpen('one'))
  await vi.advanceTimersByTimeAsync(10_000)
  page.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(shop.count()).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  page.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(shop.count()).toBe(2)
  shop.stop()
})

test('nothing follows a final error, nor the end', async () => {
  const refused = givenStreams(() => fails('gone'))
  const stopped = givenStreams(staysOpen('one'))
  await vi.advanceTimersByTimeAsync(0)
  stopped.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([refused.count(), stopped.count()]).toEqual([1, 1])
  expect(vi.getTimerCount()).toBe(0)
})
