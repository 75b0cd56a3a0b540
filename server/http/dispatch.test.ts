import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createDispatcher } from './dispatch.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function setUp({ cached = '' } = {}) {
  const routed: string[] = []
  const served: string[] = []
  const dispatch = createDispatcher({
    config: { publicUrl: 'http://shop' },
    cache: {
      serve: ({ url = '' }: IncomingMessage) => {
        if (url !== cached) return false
        served.push(url)
        return true
      },
    },
    pages: {},
    renderer: { isOverloaded: () => false },
    handle: ({ url = '' }: IncomingMessage) => routed.push(url),
    closing: new AbortController().signal,
  } as never)
  const response = { setHeader() {} } as unknown as ServerResponse
  const ask = (url: string, socket = { destroyed: false }) => {
    dispatch({ method: 'GET', url, headers: {}, socket } as IncomingMessage, response)
    return socket
  }
  return { ask, routed, served }
}

test('a cached page is answered at once', () => {
  const { ask, routed, served } = setUp({ cached: '/' })
  ask('/')
  expect(served).toEqual(['/'])
  expect(routed).toEqual([])
})

test('a flood of searches waits in turns, and a call does not wait for it', async () => {
  const { ask, routed } = setUp()
  const flood = Array.from({ length: 10_000 }, (_, n) => `/products?q=${n}`)
  for (const url of flood) ask(url)
  ask('/api/session')
  expect(routed).toEqual([])
  await nextTurn()
  expect(routed).toContain('/api/session')
  expect(routed).toContain(flood[0])
  expect(routed).not.toContain(flood.at(-1))
})

test('a cached search is answered in its turn', async () => {
  const { ask, routed, served } = setUp({ cached: '/products?q=serum' })
  ask('/products?q=serum')
  expect(served).toEqual([])
  await nextTurn()
  expect(served).toEqual(['/products?q=serum'])
  expect(routed).toEqual([])
})

test('nothing is done for a client who left', async () => {
  const { ask, routed } = setUp()
  ask('/products?q=serum').destroyed = true
  ask('/api/session').destroyed = true
  await nextTurn()
  expect(routed).toEqual([])
})
