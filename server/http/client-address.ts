import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Log } from '../platform/log.ts'

const FORWARDING_HEADER = /^(x-forwarded-.*|forwarded|x-real-ip|via)$/

/**
 * The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, in one spelling.
 * Text that is no address counts as one network, so that inventing addresses gains nothing; so does a caller who
 * has hung up, whose socket no longer has one.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%')
  const version = isIP(bare)
  if (version === 4) return bare
  if (version === 0) return 'invalid'
  const groups = expandIPv6(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups of a valid IPv6 address. */
function expandIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = groupsOf(head)
  if (tail === undefined) return front
  const back = groupsOf(tail)
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

const groupsOf = (text: string): number[] =>
  text.split(':').flatMap((part) => {
    if (part === '') return []
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })

/** Comes from this machine itself, not through a proxy on it. */
export function isLocalRequest({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const isForwarded = Object.keys(raw.headers).some((name) => FORWARDING_HEADER.test(name))
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '')
}

/** Warns once: behind a proxy that is not trusted, all visitors share one network address. */
export function warnOfUntrustedProxy(log: Log) {
  let warned = false
  return ({ raw }: Pick<FastifyRequest, 'raw'>) => {
    if (warned || raw.headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn(
      'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: rate limits see only the proxy. ' +
        'Set TRUST_PROXY to the number of proxies in front (such as 1) or to their networks.',
    )
  }
}
