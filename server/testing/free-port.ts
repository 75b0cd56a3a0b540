import { createServer } from 'node:net'

/*
 * Below the range from which systems take the ports of outgoing connections (from 32768 on Linux, from 49152 on
 * macOS and Windows): until the test listens, any connection to PostgreSQL could take a port of that range. Each
 * worker has ports of its own, so two never get the same. Two runs on one machine need `TEST_FIRST_PORT`.
 */
const FIRST_PORT = Number(process.env.TEST_FIRST_PORT ?? 20_000)
const PORTS_OF_A_WORKER = 1000

const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
let taken = 0

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + (taken++ % PORTS_OF_A_WORKER)
  return (await canListen(port)) ? port : freePort()
}

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
