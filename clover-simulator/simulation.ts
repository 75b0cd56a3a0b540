import type { Ledger } from './ledger.ts'
import type { Merchant } from './merchants.ts'
import type { Switches } from './switches.ts'
import type { Webhooks } from './webhooks.ts'

/** What every part of the simulator works on. */
export type Simulation = {
  merchants: Merchant[]
  ledger: Ledger
  switches: Switches
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
