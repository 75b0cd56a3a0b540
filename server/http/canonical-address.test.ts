import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { givenServer } from '../testing/server.ts'
import { canonicalAddress } from './page-cache.ts'

const id = '0b1f3d52-9e1c-4a7b-8c55-2f7f5d0a9b3c'

test.each([
  [`/product/${id.toUpperCase()}`, `/product/${id}`],
  [`/product/%30${id.slice(1)}`, `/product/${id}`],
  [`/product/${id.toUpperCase()}?name=%41&q=A?b`, `/product/${id}?name=%41&q=A?b`],
  ['/%70roduct%73', '/products'],
  ['/page/a%2Db', '/page/a-b'],
  ['/Page/About', '/Page/About'],
  ['/%2e%2e/%2Fx%3Fy%25%41', '/%2e%2e/%2Fx%3Fy%25A'],
  ['/%2541', '/%2541'],
  ['/%', '/%'],
])('the address %s has the canonical spelling %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical)
  expect(canonicalAddress(canonical)).toBe(canonical)
})

let port: number
beforeAll(async () => {
  port = (await givenServer()).config.port
})

async function rawGet(path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

test.each(['//evil.example/%41', '/\\evil.example/%41', '/\\/evil.example/%41'])(
  'the redirect of %s stays on this host',
  async (path) => {
    const answer = await rawGet(path)
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 308 Permanent Redirect')
    expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe('/evil.example/A')
  },
)
