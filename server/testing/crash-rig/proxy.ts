import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { onFileEnd } from '../cleanup.ts'

/** `held`: delivered when the fault ends, as after a cable was plugged in again. `lost`: never, and the link breaks. */
export type Traffic = 'passes' | 'held' | 'lost'
type Direction = 'requests' | 'answers'
type Link = { inward: Socket; outward: Socket; held: (() => void)[]; isBroken: boolean }

export type FaultyProxy = Awaited<ReturnType<typeof startProxy>>

/** A TCP port in front of a server, on which what is sent in one direction can be held back or lost. */
export async function startProxy(target: () => NetConnectOpts | Promise<NetConnectOpts>) {
  const links = new Set<Link>()
  const traffic: Record<Direction, Traffic> = { requests: 'passes', answers: 'passes' }
  let isCut = false

  function forward(link: Link, direction: Direction, deliver: () => void) {
    if (traffic[direction] === 'lost') link.isBroken = true
    if (link.isBroken) return
    // What was held goes first.
    if (traffic[direction] === 'held' || link.held.length > 0) link.held.push(deliver)
    else deliver()
  }

  const server = createServer(async (inward) => {
    inward.on('error', () => {})
    if (isCut) return inward.destroy()
    inward.pause()
    const outward = connect(await target())
    const link: Link = { inward, outward, held: [], isBroken: false }
    links.add(link)
    outward.on('error', () => {})
    inward.on('data', (chunk) => forward(link, 'requests', () => outward.write(chunk)))
    outward.on('data', (chunk) => forward(link, 'answers', () => inward.write(chunk)))
    inward.on('close', () => {
      links.delete(link)
      outward.destroy()
    })
    // A peer that ends while its answers are lost is not detected either.
    outward.on('close', () => {
      if (!link.isBroken) forward(link, 'answers', () => inward.destroy())
    })
    inward.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }

  const breakLinks = (which: (link: Link) => boolean) => {
    for (const link of [...links].filter(which)) {
      links.delete(link)
      link.inward.destroy()
      link.outward.destroy()
    }
  }
  onFileEnd(() => {
    server.close()
    breakLinks(() => true)
  })
  return {
    port,
    change(direction: Direction, to: Traffic) {
      traffic[direction] = to
    },
    /** Ends all connections and refuses new ones. */
    cut() {
      isCut = true
      breakLinks(() => true)
    },
    heal() {
      isCut = false
      traffic.requests = 'passes'
      traffic.answers = 'passes'
      breakLinks(({ isBroken }) => isBroken)
      for (const link of links) for (const deliver of link.held.splice(0)) deliver()
    },
  }
}
