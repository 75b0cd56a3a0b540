import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { check, countRepeatedMails } from '../testing/crash-rig/checker.ts'
import { startClients } from '../testing/crash-rig/clients.ts'
import { injectFault, planFaults } from '../testing/crash-rig/faults.ts'
import { renderRun } from '../testing/crash-rig/page.ts'
import { settle } from '../testing/crash-rig/settle.ts'
import { type CrashShop, givenCrashShop } from '../testing/crash-rig/shop.ts'

const PAGE = path.resolve(import.meta.dirname, '../../docs/crash.md')
const FAULTS = Number(process.env.FAULTS ?? 200)
/** What the shop logged, after a run with findings. */
const LOG = path.join(tmpdir(), 'petal-crash.log')
/** `npm run test:crash` writes the page; as one of many soak tests it does not. */
const IS_RECORDED = process.env.npm_lifecycle_event === 'test:crash'
const SEED = Number(process.env.SEED ?? Date.now() % 100_000)

let shop: CrashShop

beforeAll(async () => {
  shop = await givenCrashShop()
})

test(`${FAULTS} faults, seed ${SEED}: nothing that a client was promised is lost, doubled or leaked`, async () => {
  const faults = planFaults(SEED, FAULTS)
  const clients = await startClients(shop, SEED)
  const begin = performance.now()
  for (const [n, fault] of faults.entries()) {
    console.log(`${n + 1}/${FAULTS} ${fault.kind}`)
    await injectFault(shop, fault, () => clients.diary.tally.answered)
  }
  const seconds = (performance.now() - begin) / 1000
  await clients.stop()
  await settle(shop)
  const findings = await check(shop, clients)
  const page = renderRun({
    date: new Date().toISOString().slice(0, 10),
    seed: SEED,
    seconds,
    faults,
    hasOwnDisk: shop.disk !== undefined,
    diary: clients.diary,
    repeatedMails: countRepeatedMails(shop),
    findings,
  })
  console.log(page)
  if (IS_RECORDED) writeFileSync(PAGE, page)
  if (findings.length > 0) writeFileSync(LOG, shop.output())
  expect(findings).toEqual([])
})
