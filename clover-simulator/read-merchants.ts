import { type Answer, type Call, json, Refused, unauthorized } from './http.ts'
import type { Merchant } from './merchants.ts'
import type { Simulation } from './simulation.ts'

const tokenOf = (call: Call) => /^Bearer (\S+)$/i.exec(call.headers.authorization ?? '')?.[1]

/** The merchant `id` if the call's token is its own. */
export function findMerchantOfToken(sim: Simulation, call: Call, id: string): Merchant | undefined {
  const token = tokenOf(call)
  return sim.merchants.find((merchant) => merchant.id === id && merchant.privateToken === token)
}

export function merchantsOfToken(sim: Simulation, call: Call): [Merchant, ...Merchant[]] {
  const token = tokenOf(call)
  const [first, ...others] = sim.merchants.filter((merchant) => merchant.privateToken === token)
  if (!first) throw new Refused(unauthorized())
  return [first, ...others]
}

/** The merchant named in a path, `current` being the one the token belongs to. */
export function merchantOfPath(sim: Simulation, call: Call, id = ''): Merchant {
  const [first] = merchantsOfToken(sim, call)
  const merchant = id === 'current' ? first : findMerchantOfToken(sim, call, id)
  if (!merchant) throw new Refused(unauthorized())
  return merchant
}

export const expands = (call: Call) =>
  new Set(call.url.searchParams.getAll('expand').flatMap((value) => value.split(',')))

function writeMerchant(sim: Simulation, call: Call, merchant: Merchant) {
  return {
    href: `${sim.publicUrl}/v3/merchants/${merchant.id}`,
    id: merchant.id,
    name: merchant.name,
    owner: { id: 'OWNERSIM00001' },
    ...(expands(call).has('address') && { address: merchant.address }),
    phoneNumber: merchant.phoneNumber,
    website: merchant.website,
    customerContactEmail: merchant.customerContactEmail,
    createdTime: 1_700_000_000_000,
  }
}

export function readMerchant(sim: Simulation, call: Call, [id]: string[]): Answer {
  return json(writeMerchant(sim, call, merchantOfPath(sim, call, id)))
}

export function listMerchants(sim: Simulation, call: Call): Answer {
  const elements = merchantsOfToken(sim, call).map((one) => writeMerchant(sim, call, one))
  return json({ elements, href: `${sim.publicUrl}/v3/merchants` })
}

export function listTaxRates(sim: Simulation, call: Call, [id]: string[]): Answer {
  const merchant = merchantOfPath(sim, call, id)
  const href = `${sim.publicUrl}/v3/merchants/${merchant.id}/tax_rates`
  return json({ elements: merchant.taxRates, href })
}
