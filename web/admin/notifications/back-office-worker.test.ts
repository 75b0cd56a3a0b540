import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

const SCRIPT = readFileSync('web/public/back-office-worker.js', 'utf8')

type Listener = (event: Record<string, unknown>) => void

/** The worker with what a browser gives it. */
function givenWorker({ windows = [] as object[], isOnline = true } = {}) {
  const listeners = new Map<string, Listener>()
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: vi.fn(),
    registration: { showNotification: vi.fn() },
    navigator: { setAppBadge: vi.fn() },
    clients: { matchAll: async () => windows, openWindow: vi.fn() },
  }
  const cache = { add: vi.fn() }
  const caches = { open: async () => cache, match: async (path: string) => `stored ${path}` }
  const fetch = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return 'fresh'
  }
  runInNewContext(SCRIPT, { self, caches, fetch, URL, Promise })
  const dispatch = async (name: string, event: object) => {
    let until: unknown
    const answer = (done: unknown) => {
      until = done
    }
    listeners.get(name)?.({ ...event, waitUntil: answer, respondWith: answer })
    return until
  }
  return { ...self, cache, dispatch }
}

const MESSAGE = {
  title: 'New chat with Iris',
  body: 'Somebody waits for an answer.',
  path: '/admin/chat?conversation=1',
  tag: 'chats:1',
  waiting: 3,
}
const clicked = () => ({ notification: { close: vi.fn(), data: { path: MESSAGE.path } } })

test('a message is shown, and the badge counts what waits', async () => {
  const worker = givenWorker()
  await worker.dispatch('push', { data: { json: () => MESSAGE } })
  const { title, body, tag, path } = MESSAGE
  expect(worker.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
    title,
    expect.objectContaining({ body, tag, data: { path } }),
  )
  expect(worker.navigator.setAppBadge).toHaveBeenCalledExactlyOnceWith(3)
})

test('a click opens it in the back office that is open', async () => {
  const backOffice = { url: 'https://shop.example/admin/orders', focus: vi.fn(), navigate: vi.fn() }
  const worker = givenWorker({ windows: [{ url: 'https://shop.example/' }, backOffice] })
  const click = clicked()
  await worker.dispatch('notificationclick', click)
  expect(click.notification.close).toHaveBeenCalled()
  expect(backOffice.focus).toHaveBeenCalled()
  expect(backOffice.navigate).toHaveBeenCalledWith(MESSAGE.path)
})

test('a click opens a window when there is none', async () => {
  const worker = givenWorker({ windows: [{ url: 'https://shop.example/cart' }] })
  await worker.dispatch('notificationclick', clicked())
  expect(worker.clients.openWindow).toHaveBeenCalledWith(MESSAGE.path)
})

test('without a network a screen that is opened says so; other requests are left alone', async () => {
  const page = { request: { mode: 'navigate' } }
  expect(await givenWorker().dispatch('fetch', page)).toBe('fresh')
  const offline = givenWorker({ isOnline: false })
  await offline.dispatch('install', {})
  expect(offline.cache.add).toHaveBeenCalledWith('/back-office-offline.html')
  expect(await offline.dispatch('fetch', page)).toBe('stored /back-office-offline.html')
  expect(await offline.dispatch('fetch', { request: { mode: 'cors' } })).toBeUndefined()
})
