import { createServer, type Server } from 'node:net'

/*
 * Below the range from which systems take the ports of outgoing connections (from 32768 on Linux, from 49152 on
 * macOS and Windows): until the test listens, any connection to PostgreSQL could take a port of that range. Each
 * process has a block of its own, so two never get the same, also when two test runs share the machine.
 */
const FIRST_PORT = 20_000
const PORTS_OF_A_BLOCK = 200
const BLOCKS = 60

let block: Promise<number> | undefined
let taken = 0

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  block ??= claimBlock()
  const first = await block
  // The first one is the claim itself.
  const port = first + 1 + (taken++ % (PORTS_OF_A_BLOCK - 1))
  return (await canListen(port)) ? port : freePort()
}

/** The process that listens on the first port of a block owns the block until it ends. */
async function claimBlock(): Promise<number> {
  for (let n = 0; n < BLOCKS; n++) {
    const first = FIRST_PORT + ((process.pid + n) % BLOCKS) * PORTS_OF_A_BLOCK
    const claim = await listenOn(first)
    if (!claim) continue
    claim.unref()
    return first
  }
  throw new Error(`All ports from ${FIRST_PORT} on are in use by other tests.`)
}

async function canListen(port: number): Promise<boolean> {
  const server = await listenOn(port)
  if (server) await new Promise((resolve) => server.close(resolve))
  return server !== undefined
}

const listenOn = (port: number) =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, () => resolve(server))
  })
