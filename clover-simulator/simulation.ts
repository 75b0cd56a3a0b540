import { setTimeout as wait } from 'node:timers/promises'
import { defaultMerchant, type Merchant } from './fixtures.ts'
import { type Call, isLoopback, Refused, unauthorized } from './http.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export type SimulatorOptions = {
  /** 0, the default, takes a free one. */
  port?: number
  host?: string
  /** What is left out comes from the default merchant. */
  merchants?: Partial<Merchant>[]
  webhookUrl?: string
  /** Where the ledger survives a restart; without it, it lives in memory. */
  ledgerFile?: string
  /** Accept plain-http redirect URLs; by default only while listening on loopback. */
  allowHttpRedirects?: boolean
  /** The origin that browsers reach, when it is not the address listened on. */
  publicUrl?: string
  sessionLifeSeconds?: number
  /** So long it waits for the answer to a webhook. */
  webhookLimitMs?: number
  now?: () => number
  /** Decides about fractions; script it to make them predictable. */
  random?: () => number
  /** Delivers the webhooks. */
  fetch?: typeof fetch
}

/** What every part of the simulator works on. */
export type Simulation = {
  merchants: Merchant[]
  ledger: Ledger
  settings: Settings
  webhooks: Webhooks
  sessionLifeSeconds: number
  allowHttpRedirects: boolean
  /** The origin that browsers reach, without a slash at the end. */
  publicUrl: string
  now(): number
  random(): number
  /** Aborted when the simulator stops; ends everything that waits. */
  stopping: AbortSignal
}

export async function createSimulation(
  options: SimulatorOptions,
  clock: { offset: number },
  stopping: AbortSignal,
): Promise<Simulation> {
  const realNow = options.now ?? Date.now
  const merchants = (options.merchants ?? [{}]).map((one) => ({ ...defaultMerchant, ...one }))
  const ledger = await openLedger(options.ledgerFile, realNow())
  const settings = defaultSettings(options.webhookUrl)
  const now = () => realNow() + clock.offset
  const random = options.random ?? Math.random
  const webhooks = createWebhooks({
    merchants,
    settings,
    fetch: options.fetch ?? fetch,
    now,
    random,
    wait: (ms) => wait(ms, undefined, { signal: stopping }),
    stopping,
    limitMs: options.webhookLimitMs ?? 10_000,
  })
  return {
    merchants,
    ledger,
    settings,
    webhooks,
    sessionLifeSeconds: options.sessionLifeSeconds ?? 900,
    allowHttpRedirects: options.allowHttpRedirects ?? isLoopback(options.host ?? '127.0.0.1'),
    publicUrl: '',
    now,
    random,
    stopping,
  }
}

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
