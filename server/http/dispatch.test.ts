import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createClosedShop } from './closed-shop.ts'
import { createDispatcher } from './dispatch.ts'

const nextSlice = () => new Promise((resolve) => setImmediate(resolve))

function givenDispatcher({ cached = '', publicUrl = 'http://shop', isBusy = false } = {}) {
  const routed: string[] = []
  const refused: string[] = []
  const closing = new AbortController()
  const closedShop = createClosedShop()
  const dispatch = createDispatcher({
    config: { publicUrl },
    cache: {
      serveExact: ({ url = '' }: IncomingMessage) => url === cached,
      serve: ({ url = '' }: IncomingMessage) => cached !== '' && url.startsWith(`${cached}?`),
    },
    hasRoute: (url: string) => url.startsWith('/api/'),
    isRendererBusy: () => isBusy,
    pages: {},
    visits: { answerReport: () => false },
    handle: ({ url = '' }: IncomingMessage) => routed.push(url),
    closing: closing.signal,
    closedShop,
  } as never)
  const ask = (url: string, socket = { destroyed: false }) => {
    const headers: Record<string, string> = {}
    const response = {
      setHeader: (name: string, value: string) => (headers[name] = value),
      writeHead: (status: number) => {
        refused.push(`${status} ${url}`)
        return { end() {} }
      },
    }
    const request = { method: 'GET', url, headers: {}, socket, resume() {} }
    dispatch(request as unknown as IncomingMessage, response as unknown as ServerResponse)
    return headers
  }
  return { ask, routed, refused, closedShop, close: () => closing.abort() }
}

test('a cached page is answered without routing, everything else is routed', () => {
  const { ask, routed } = givenDispatcher({ cached: '/' })
  ask('/')
  expect(routed).toEqual([])
  ask('/api/session')
  expect(routed).toEqual(['/api/session'])
})

test('a flood of pages is queued, and a call does not wait for it', async () => {
  const { ask, routed } = givenDispatcher()
  const flood = Array.from({ length: 10_000 }, (_, n) => `/products?q=${n}`)
  for (const url of flood) ask(url)
  ask('/api/session')
  expect(routed).toEqual(['/api/session'])
  await nextSlice()
  expect(routed).toContain(flood[0])
  expect(routed).not.toContain(flood.at(-1))
})

test('while more wait than can be rendered, new pages are refused; cached ones and calls are not', async () => {
  const { ask, routed, refused } = givenDispatcher({ cached: '/products', isBusy: true })
  for (const url of ['/products', '/products?utm_source=mail', '/about', '/api/session']) ask(url)
  // On a busy machine the second page has a slice of its own.
  await vi.waitFor(() => expect(refused).toEqual(['503 /about']))
  expect(routed).toEqual(['/api/session'])
})

test('nothing is rendered for a client who left', async () => {
  const { ask, routed } = givenDispatcher()
  const socket = { destroyed: false }
  ask('/products?q=serum', socket)
  socket.destroyed = true
  await nextSlice()
  expect(routed).toEqual([])
})

test('what is routed has the common headers, and over https the one that demands it', () => {
  expect(givenDispatcher().ask('/api/cart')).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(givenDispatcher().ask('/api/cart')).not.toHaveProperty('strict-transport-security')
  const secure = givenDispatcher({ publicUrl: 'https://shop' }).ask('/api/cart')
  expect(secure).toHaveProperty('strict-transport-security')
})

test('while the process closes, each answer is the last one of its connection', () => {
  const { ask, close } = givenDispatcher({ cached: '/' })
  expect(ask('/')).not.toHaveProperty('connection')
  close()
  expect(ask('/')).toMatchObject({ connection: 'close' })
  expect(ask('/api/cart')).toMatchObject({ connection: 'close' })
})

test('while the shop is restored, everything but files of the build and what operators ask is refused', () => {
  const { ask, routed, refused, closedShop } = givenDispatcher({ cached: '/' })
  closedShop.close('closing')
  for (const url of ['/', '/products?q=1', '/api/session', '/webhooks/clover', '/files/a.jpg'])
    ask(url)
  expect(refused).toEqual([
    '503 /',
    '503 /products?q=1',
    '503 /api/session',
    '503 /webhooks/clover',
    '503 /files/a.jpg',
  ])
  expect(closedShop.refuses({ url: '/healthz?a=1' } as IncomingMessage)).toBe(false)
  expect(closedShop.refuses({ url: '/assets/a.js' } as IncomingMessage)).toBe(false)
  closedShop.open()
  ask('/api/session')
  expect(routed).toEqual(['/api/session'])
})
