import { connect, createServer, type Socket } from 'node:net'
import { onFileEnd } from './cleanup.ts'
import { givenDatabase } from './database.ts'

type Options = {
  /** A connection that sends this text is lost before the server sees it; called once for each. */
  loseOn?: (sent: string) => boolean
}

/** PostgreSQL behind a TCP port that the test can close, as if the database went away. */
export async function givenDatabaseBehindProxy({ loseOn = () => false }: Options = {}) {
  const { url } = await givenDatabase()
  const target = new URL(url)
  const directory = target.searchParams.get('host')
  const port = target.port || '5432'
  const sockets = new Set<Socket>()
  const links = new Set<{ isDeaf: boolean }>()
  const proxy = createServer((inward) => {
    const outward = directory
      ? connect(`${directory}/.s.PGSQL.${port}`)
      : connect(Number(port), target.hostname)
    for (const socket of [inward, outward]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const link = { isDeaf: false }
    links.add(link)
    inward.on('data', (chunk) => {
      if (link.isDeaf) return
      if (loseOn(chunk.toString('latin1'))) inward.destroy()
      else outward.write(chunk)
    })
    outward.on('data', (chunk) => {
      if (!link.isDeaf) inward.write(chunk)
    })
    inward.on('close', () => outward.destroy())
    outward.on('close', () => {
      if (!link.isDeaf) inward.destroy()
    })
  })
  const listen = (at: number) =>
    new Promise<number>((resolve) =>
      proxy.listen(at, '127.0.0.1', () => resolve((proxy.address() as { port: number }).port)),
    )
  const proxyPort = await listen(0)
  const goAway = () => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  }
  /** What is connected now stays so, and hears nothing any more. */
  const goDeaf = () => {
    for (const link of links) link.isDeaf = true
  }
  onFileEnd(goAway)
  const own = new URL(url)
  own.searchParams.delete('host')
  own.hostname = '127.0.0.1'
  own.port = String(proxyPort)
  return { url: own.href, direct: url, goAway, goDeaf, comeBack: () => listen(proxyPort) }
}
