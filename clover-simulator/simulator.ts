import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Control, createControl } from './control.ts'
import { isLoopback } from './http.ts'
import { openLedger } from './ledger.ts'
import { defaultMerchant, type Merchant } from './merchants.ts'
import { createHandler } from './routes.ts'
import type { Simulation } from './simulation.ts'
import { defaultSwitches } from './switches.ts'
import { createWebhooks } from './webhooks.ts'

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
  now?: () => number
  /** Decides about fractions; script it to make them predictable. */
  random?: () => number
  /** Delivers the webhooks. */
  fetch?: typeof fetch
}

export type Simulator = { url: string; control: Control; stop: () => Promise<void> }

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The Clover simulator takes no real money, so it does not start with NODE_ENV=production. Configure the payment provider instead.',
    )
  }
  const { host = '127.0.0.1', port = 0 } = options
  const stopping = new AbortController()
  const clock = { offset: 0 }
  const sim = await createSimulation(options, clock, stopping.signal)
  const control = createControl(sim, clock, options.webhookUrl)
  const server = createServer(createHandler(sim, control))
  const taken = await listen(server, port, host)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  sim.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '')
  const stop = async () => {
    stopping.abort()
    await closeServer(server)
    await sim.webhooks.idle()
    await sim.ledger.save()
  }
  return { url, control, stop }
}

async function createSimulation(
  options: SimulatorOptions,
  clock: { offset: number },
  stopping: AbortSignal,
): Promise<Simulation> {
  const realNow = options.now ?? Date.now
  const merchants = (options.merchants ?? [{}]).map((one) => ({ ...defaultMerchant, ...one }))
  const ledger = await openLedger(options.ledgerFile, realNow())
  const switches = defaultSwitches(options.webhookUrl)
  const now = () => realNow() + clock.offset
  const random = options.random ?? Math.random
  const webhooks = createWebhooks({
    merchants,
    switches,
    fetch: options.fetch ?? fetch,
    now,
    random,
    wait: (ms) => wait(ms, undefined, { signal: stopping }),
    stopping,
  })
  return {
    merchants,
    ledger,
    switches,
    webhooks,
    sessionLifeSeconds: options.sessionLifeSeconds ?? 900,
    allowHttpRedirects: options.allowHttpRedirects ?? isLoopback(options.host ?? '127.0.0.1'),
    publicUrl: '',
    now,
    random,
    stopping,
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
