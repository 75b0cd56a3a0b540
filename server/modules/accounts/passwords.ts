import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

type Cost = { N: number; r: number; p: number }

/** 32 MB and a tenth of a second or so. It stands in each hash, so that it can grow one day. */
const COST: Cost = { N: 16_384, r: 16, p: 1 }
const KEY_BYTES = 32
const MOST_MEMORY = 128 * 1024 * 1024

/** So many at a time: the other threads of the pool stay free for files and compression. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** scrypt in libuv's threads: the event loop stays free while it works. */
const derive = (password: string, salt: Buffer, cost: Cost) =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: MOST_MEMORY }
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  const { N, r, p } = COST
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':')
}

export async function passwordMatches({ hash, password }: { hash: string; password: string }) {
  const [kind, N, r, p, salt, key] = hash.split(':')
  if (kind !== 'scrypt' || !salt || !key) return false
  const kept = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return kept.length === given.length && timingSafeEqual(kept, given)
}
