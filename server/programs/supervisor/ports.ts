import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { commandFor } from '../../platform/installation.ts'

export async function assertPortIsFree(port: number, host: string) {
  try {
    await tryToListen(port, host)
  } catch (error) {
    const other = await findOther(port, host)
    throw new Error(explain({ port, host, other }, error as NodeJS.ErrnoException))
  }
}

export async function isPortFree(port: number, host: string): Promise<boolean> {
  return tryToListen(port, host).then(
    () => true,
    () => false,
  )
}

async function tryToListen(port: number, host: string) {
  const server = createServer()
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** A free one. The simulator of the payment provider listens on the next, so that must be free, too. */
async function findOther(port: number, host: string) {
  for (let other = Math.max(port, 1023) + 2; other < 65_535; other += 2)
    if ((await isPortFree(other, host)) && (await isPortFree(other + 1, '127.0.0.1'))) return other
  return 0
}

type Ports = { port: number; host: string; other: number }

function explain({ port, host, other }: Ports, { code, message }: NodeJS.ErrnoException) {
  const advice = `choose another port: PORT=${other} ${commandFor('start')}`
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the program that uses it, or ${advice}`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port} (PORT). Please ${advice}`
  return `Cannot listen on port ${port} (PORT) of ${host} (HOST): ${message}`
}

const FIRST_PASSED = 3

/** The descriptor on which systemd listens for us (petal.socket), as sd_listen_fds(3) describes. */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv): number | undefined {
  if (LISTEN_PID !== String(process.pid) || !LISTEN_FDS) return undefined
  if (LISTEN_FDS === '1') return FIRST_PASSED
  throw new Error(`systemd passes ${LISTEN_FDS} sockets. petal.socket must listen on one address.`)
}

/** How a process on this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number) {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (isIPv6(host)) return `http://[${isUnspecified(host) ? '::1' : host}]:${port}`
  return `http://${host}:${port}`
}

/** `::` in any of its spellings. */
const isUnspecified = (host: string) => /^[0:]+$/.test(host)
