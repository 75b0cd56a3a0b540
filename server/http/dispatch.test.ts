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

test('a flood of searches takes one turn each, and a call waits for one of them alone', async () => {
  const { ask, routed } = setUp()
  for (let n = 0; n < 100; n++) ask(`/products?q=${n}`)
  ask('/api/session')
  expect(routed).toEqual([])
  await nextTurn()
  expect(routed).toEqual(['/products?q=0', '/api/session'])
  await nextTurn()
  expect(routed.at(-1)).toBe('/products?q=1')
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
