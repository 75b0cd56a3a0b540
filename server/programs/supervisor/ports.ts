import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

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
  const advice = `choose another port: PORT=${other} npm start`
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the program that uses it, or ${advice}`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port} (PORT). Please ${advice}`
  return `Cannot listen on port ${port} (PORT) of ${host} (HOST): ${message}`
}

/** How a process on this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number) {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (isIPv6(host)) return `http://[${isUnspecified(host) ? '::1' : host}]:${port}`
  return `http://${host}:${port}`
}

/** `::` in any of its spellings. */
const isUnspecified = (host: string) => /^[0:]+$/.test(host)
