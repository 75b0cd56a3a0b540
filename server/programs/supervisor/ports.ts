import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

export async function assertPortIsFree(port: number, host: string) {
  try {
    await tryToListen(port, host)
  } catch (error) {
    throw new Error(explain(port, host, error as NodeJS.ErrnoException))
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

function explain(port: number, host: string, { code, message }: NodeJS.ErrnoException) {
  const advice = `choose another port: PORT=${port + 1} npm start`
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
