import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Log } from '../platform/log.ts'

const FORWARDING_HEADER = /^(x-forwarded-.*|forwarded|x-real-ip|via)$/

/**
 * The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, in one spelling.
 * Text that is no address counts as one network, so that inventing addresses gains nothing; so does a caller who
 * has hung up, whose socket no longer has one.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%')
  if (isIP(bare) === 0) return 'invalid'
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

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
