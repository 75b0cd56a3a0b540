import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '#demo/repeatable.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { familyOf, signal } from './processes.ts'
import type { FaultyProxy } from './proxy.ts'
import type { CrashShop } from './shop.ts'

type Act = (shop: CrashShop, fault: Fault) => void | Promise<void>

/** How often each happens in 200 faults. */
const SHARES = {
  'web process killed': 24,
  'web process paused': 16,
  'PostgreSQL killed': 10,
  'PostgreSQL paused': 10,
  'PostgreSQL ends all connections': 14,
  'PostgreSQL cut off': 8,
  'statements to PostgreSQL lost': 8,
  'answers of PostgreSQL lost': 8,
  'answers of PostgreSQL delayed': 8,
  'provider killed': 12,
  'provider paused': 8,
  'provider cut off': 6,
  'answers of the provider lost': 10,
  'answers of the provider delayed': 6,
  'mail server killed': 12,
  'mail server paused': 6,
  'answers of the mail server lost': 8,
  'visitors cut off': 8,
  'answers to visitors lost': 10,
  'disk full': 8,
}
export type Kind = keyof typeof SHARES
/** `at`: which of several processes, as a share of them. */
export type Fault = { kind: Kind; at: number; lastsMs: number; pauseMs: number }

/** The same seed plans the same faults, with the same pauses. */
export function planFaults(seed: number, count: number): Fault[] {
  const random = createRandom(seed)
  const kinds = Object.keys(SHARES) as Kind[]
  const all = Object.values(SHARES).reduce((sum, share) => sum + share, 0)
  const bag = kinds.flatMap((kind) =>
    Array.from({ length: Math.max(1, Math.round((SHARES[kind] * count) / all)) }, () => kind),
  )
  return random
    .draw(bag, count, () => 1)
    .map((kind) => ({
      kind,
      at: random.between(0, 1),
      lastsMs: random.whole(300, 2000),
      pauseMs: random.whole(300, 1700),
    }))
}

const STEP_MS = 100
const LONGEST_WAIT_MS = 2000

/**
 * Resolves when the fault is over and a client was answered again, or some seconds later: what the fault did to others
 * may take longer to heal than the next one waits.
 */
export async function injectFault(shop: CrashShop, fault: Fault, countAnswers: () => number) {
  await ACTS[fault.kind](shop, fault)
  const before = countAnswers()
  await wait(fault.pauseMs)
  const end = Date.now() + LONGEST_WAIT_MS
  while (countAnswers() === before && Date.now() < end) await wait(STEP_MS)
}

const postmasterOf = (shop: CrashShop) => findPostmaster(`${shop.dataDir}/postgres`)

async function pauseProcesses(pids: number[], { lastsMs }: Fault) {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await wait(lastsMs)
  for (const pid of pids) signal(pid, 'SIGCONT')
}

async function during(proxy: FaultyProxy, { lastsMs }: Fault, act: () => void) {
  act()
  await wait(lastsMs)
  proxy.heal()
}

const lose =
  (proxyOf: (shop: CrashShop) => FaultyProxy, direction: 'requests' | 'answers'): Act =>
  (shop, fault) =>
    during(proxyOf(shop), fault, () => proxyOf(shop).change(direction, 'lost'))
const delay =
  (proxyOf: (shop: CrashShop) => FaultyProxy): Act =>
  (shop, fault) =>
    during(proxyOf(shop), fault, () => proxyOf(shop).change('answers', 'held'))
const cut =
  (proxyOf: (shop: CrashShop) => FaultyProxy): Act =>
  (shop, fault) =>
    during(proxyOf(shop), fault, () => proxyOf(shop).cut())

const oneOf = (pids: number[], { at }: Fault) => pids[Math.floor(at * pids.length)] ?? 0

const ACTS: Record<Kind, Act> = {
  'web process killed': (shop, fault) => signal(oneOf(shop.webProcesses(), fault), 'SIGKILL'),
  'web process paused': (shop, fault) => pauseProcesses([oneOf(shop.webProcesses(), fault)], fault),
  'PostgreSQL killed': async (shop) => signal((await postmasterOf(shop))?.pid ?? 0, 'SIGKILL'),
  'PostgreSQL paused': async (shop, fault) => {
    const postmaster = await postmasterOf(shop)
    await pauseProcesses(postmaster ? familyOf(postmaster.pid) : [], fault)
  },
  'PostgreSQL ends all connections': async (shop) => {
    await shop.terminateConnections()
  },
  'PostgreSQL cut off': cut((shop) => shop.database),
  'statements to PostgreSQL lost': lose((shop) => shop.database, 'requests'),
  'answers of PostgreSQL lost': lose((shop) => shop.database, 'answers'),
  'answers of PostgreSQL delayed': delay((shop) => shop.database),
  'provider killed': (shop) => signal(shop.provider.pid(), 'SIGKILL'),
  'provider paused': (shop, fault) => pauseProcesses([shop.provider.pid()], fault),
  'provider cut off': cut((shop) => shop.provider.proxy),
  'answers of the provider lost': lose((shop) => shop.provider.proxy, 'answers'),
  'answers of the provider delayed': delay((shop) => shop.provider.proxy),
  'mail server killed': (shop) => signal(shop.mail.pid(), 'SIGKILL'),
  'mail server paused': (shop, fault) => pauseProcesses([shop.mail.pid()], fault),
  'answers of the mail server lost': lose((shop) => shop.mail.proxy, 'answers'),
  'visitors cut off': cut((shop) => shop.visitors),
  'answers to visitors lost': lose((shop) => shop.visitors, 'answers'),
  'disk full': async (shop, { lastsMs }) => {
    shop.disk?.fill()
    await wait(lastsMs)
    shop.disk?.free()
  },
}
