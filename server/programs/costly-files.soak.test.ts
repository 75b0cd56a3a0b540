import { connect } from 'node:net'
import { deflateSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { givenVisitor, type Visitor } from '#server/testing/account-factories.ts'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { pngOf, upload } from '#server/testing/upload-factories.ts'

let shop: BuiltShop
let admin: Visitor
let processes: number[]

beforeAll(async () => {
  shop = await givenBuiltShop()
  processes = shop.webProcesses()
  admin = await signedIn(DEMO_ACCOUNTS.admin)
})

async function signedIn({ email, password }: { email: string; password: string }) {
  // A new connection for each request: the supervisor gives them to the web processes in turn.
  const visitor = givenVisitor(shop, { headers: { connection: 'close' } })
  expect(await visitor.signIn(email, password)).toMatchObject({ status: 200 })
  return visitor
}

/** Asks for pages, cached and not, until the work is done: each is answered, and no process ended. */
async function whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
  const seen: number[] = []
  let isDone = false
  const visits = (async () => {
    for (let n = 0; !isDone; n++) {
      const path = n % 2 ? '/' : `/products?search=${n}`
      seen.push((await fetch(shop.url + path, { headers: { connection: 'close' } })).status)
    }
  })()
  const result = await work().finally(() => {
    isDone = true
  })
  await visits
  expect(new Set(seen)).toEqual(new Set([200]))
  expect(shop.webProcesses()).toEqual(processes)
  expect(shop.output()).not.toContain('A web process ended')
  return result
}

const HEAD = 'name,description,price,stock,category,images'

test.each([
  ['too few columns', `${HEAD}\n${'A,Text\n'.repeat(200_000)}`],
  ['too many rows', `${HEAD}\n${'A,Text,1,1,,\n'.repeat(200_000)}`],
  ['endless cells', `${HEAD}\n${','.repeat(7_900_000)}`],
  ['an endless head', 'name,'.repeat(1_500_000)],
  ['blank lines', `${HEAD}\n${'\n'.repeat(2_000_000)}`],
])('five imports at once of a file with %s', async (_, csv) => {
  const answers = await whileOpen(() =>
    Promise.all(
      Array.from({ length: 5 }, () => admin.post('/api/products/import', { csv, dry_run: true })),
    ),
  )
  for (const { status, body, text } of answers) {
    expect(status, text).toBe(200)
    const { problems } = body as { problems: unknown[] }
    expect([problems.length > 0, problems.length <= 100]).toEqual([true, true])
  }
})

test('readers who take nothing of an export do not keep others from theirs', async () => {
  await shop.query(`
    insert into audit_log (created_at, actor_id, actor_name, action, object_type, object_id, object_name)
    select now(), gen_random_uuid(), 'Ada', 'create', 'large', n, repeat('Long ', 2000) from generate_series(1, 5000) n`)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { hostname, port, host } = new URL(shop.url)
  const silent = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `GET /api/export/audit_log.csv?object_type=large HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`,
    )
    return socket.pause()
  })
  const whole = await whileOpen(() =>
    Promise.all(
      Array.from({ length: 4 }, () => admin.get('/api/export/audit_log.csv?object_type=large')),
    ),
  )
  expect(whole.map(({ text }) => text.trim().split('\n').length)).toEqual([5001, 5001, 5001, 5001])
  for (const socket of silent) socket.destroy()
})

/** One bit, or four bytes, a pixel. */
const bomb = (width: number, height: number, depth: 'bits' | 'bytes') => {
  const row = 1 + (depth === 'bits' ? Math.ceil(width / 8) : width * 4)
  return pngOf(width, height, [], deflateSync(Buffer.alloc(row * height)), depth)
}

test('pictures that were made to need gigabytes', async () => {
  const shopper = await signedIn(DEMO_ACCOUNTS.shopper)
  const peaks: number[] = []
  const send = async (bytes: Buffer) => {
    const { status, body } = await upload(shop, shopper, bytes)
    peaks.push(...shop.encoderPeaksMb())
    return { answer: body.code ?? status, url: body.url }
  }
  const bombs = [bomb(23_900_000, 1, 'bytes'), bomb(23_900_000, 1, 'bits'), bomb(1, 16_001, 'bits')]
  const refused = await whileOpen(() => Promise.all([...bombs, ...bombs].map(send)))
  expect(new Set(refused.map(({ answer }) => answer))).toEqual(new Set(['SIDE_TOO_LONG']))
  for (const largest of [bomb(16_000, 1500, 'bytes'), bomb(4000, 6000, 'bytes')]) {
    const { answer, url } = await whileOpen(() => send(largest))
    expect(answer).toBe(200)
    expect((await fetch(shop.url + url)).status).toBe(200)
  }
  expect(peaks.length).toBeGreaterThan(0)
  expect(Math.max(...peaks)).toBeLessThan(600)
})
