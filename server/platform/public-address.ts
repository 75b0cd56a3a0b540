import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why an address is not called; the message is for the owner. `isFinal`: asking again would end the same way. */
export class AddressRefused extends Error {
  readonly isFinal: boolean
  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}

/**
 * Whether a network address is one of the open internet: not of this machine, its network, its cloud's metadata service
 * or any other range with a special meaning. An IPv4 address inside an IPv6 one counts as what it leads to.
 */
export const isPublicAddress = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

type Address = { address: string; family: number }

export type Reachable = {
  /** Networks that are allowed beside the public ones, such as 10.0.0.0/8. */
  networks?: readonly string[] | undefined
  resolve?: ((host: string) => Promise<Address[]>) | undefined
}

/**
 * Resolves a name once and refuses it when any of its addresses is not public. The caller connects to what is returned
 * (`pinnedTo`), not to the name: a second question could be answered with another address.
 */
export async function resolvePublic(
  hostname: string,
  { networks = [], resolve = resolveAll }: Reachable = {},
): Promise<Address> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw new AddressRefused(`There is no server ${host}`, { isFinal: false })
  if (!found.every(({ address }) => isPublicAddress(address) || isAmong(address, networks))) {
    throw new AddressRefused(`${host} is not a public server`, { isFinal: true })
  }
  return first
}

const resolveAll = (host: string) => lookup(host, { all: true })

const isAmong = (address: string, networks: readonly string[]) =>
  ipaddr.isValid(address) &&
  networks.some((network) => {
    const parsed = ipaddr.process(address)
    const [base, bits] = ipaddr.parseCIDR(network)
    return parsed.kind() === base.kind() && parsed.match(base, bits)
  })

/**
 * For `lookup` of `http.request` and others: the name has this one address. Node asks for one or for all of them, and
 * not at all for a host that is an address itself.
 */
export const pinnedTo =
  ({ address, family }: Address): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family)
