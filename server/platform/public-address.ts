import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why an address is not called; the message is for the owner. */
export class AddressRefused extends Error {}

/**
 * Whether a network address is one of the open internet: not of this machine, its network, its cloud's metadata service or
 * any other range with a special meaning. An IPv4 address inside an IPv6 one counts as what it leads to.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast'
}

type Allowed = { local?: boolean }

/**
 * Resolves a name once and refuses it when any of its addresses is not public. The caller connects to what is returned
 * (`pinnedTo`), not to the name: a second question could be answered with another address.
 */
export async function resolvePublic(hostname: string, { local = false }: Allowed = {}) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (!first) throw new AddressRefused(`${host} has no address on the internet.`)
  if (!local && !found.every(({ address }) => isPublicAddress(address))) {
    throw new AddressRefused(`${host} is not a public address.`)
  }
  return first
}

/** For `lookup` of `http.request` and others: the name has this one address. */
export const pinnedTo =
  ({ address, family }: { address: string; family: number }): LookupFunction =>
  (_hostname, { all }, callback) => {
    if (all) (callback as (error: null, found: object[]) => void)(null, [{ address, family }])
    else callback(null, address, family)
  }
