import { existsSync } from 'node:fs'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BusyShop, givenBusyShop, PATIENCE } from '#server/testing/busy-shop.ts'
import {
  broken,
  brokenAfterFirst,
  type Change,
  scriptOf,
  withAll,
  withMigration,
  withScript,
} from './changed-release.ts'
import { givenCrowd } from './crowd.ts'
import { givenFolder, givenReleases, run, unpackInto } from './given-release.ts'

/** Smaller on a machine that does other work, too. */
const UPGRADES = Number(process.env.UPGRADES ?? 10)
const SIZES = { visitors: Number(process.env.VISITORS ?? 50), buyers: 3, chats: 5 }
/** Upgrades that change tables. Before the second one, a version with its tables fails half-way. */
const WITH_TABLES = [1, 2]
const MINUTE = 60_000

let releases: Awaited<ReturnType<typeof givenReleases>>
let home: string
let shop: BusyShop

beforeAll(async () => {
  releases = await givenReleases()
  home = await unpackInto(givenFolder(), await releases.make('0.2.0', withScript('0.2.0')))
  shop = await givenBusyShop({}, { release: home })
}, 10 * MINUTE)

const upgrade = (file: string) =>
  run(path.join(home, 'petal'), ['upgrade', file], { env: shop.env, cwd: '/' })
const folderOf = (version: string) => path.join(home, 'versions', version)
const current = () => readlink(path.join(home, 'current'))
const note = () => path.join(String(shop.env.DATA_DIR), 'unfinished-upgrade.json')
const statusOf = async (address: string) => (await fetch(shop.url + address)).status

async function upgradeTo(version: string, ...changes: Change[]) {
  const file = await releases.make(version, withAll(withScript(version), ...changes))
  const begin = performance.now()
  const { stdout } = await upgrade(file)
  console.log(`${version} serves after ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  await rm(file)
  expect(stdout).toContain(`Version ${version} serves.`)
  expect(shop.versionFolders()).toEqual([folderOf(version)])
  expect(await current()).toBe(`versions/${version}`)
  expect(existsSync(note())).toBe(false)
}

/** The version before goes on, maybe on the tables of this one. */
async function failToUpgradeTo(version: string, ...changes: Change[]) {
  const [before, link] = [shop.versionFolders(), await current()]
  const file = await releases.make(version, withAll(...changes))
  const failure = await upgrade(file).catch((error) => error)
  await rm(file)
  expect(failure.code).toBe(1)
  expect(failure.stderr).toContain(`Version ${version} did not take over`)
  expect(failure.stderr).toContain(`The shop runs on with ${path.basename(link)}.`)
  expect(shop.versionFolders()).toEqual(before)
  expect(await current()).toBe(link)
  expect(existsSync(folderOf(version))).toBe(false)
  expect(JSON.parse(await readFile(note(), 'utf8'))).toEqual({
    from: path.basename(link),
    to: version,
  })
}

const countMigrations = async () => {
  const [row] = await shop.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  )
  return row?.n ?? 0
}

test(
  `${UPGRADES} upgrades under ${SIZES.visitors} visitors, ${SIZES.buyers} buyers and ${SIZES.chats} chats: nothing fails or is lost`,
  async () => {
    const migrations = await countMigrations()
    const pay = (sessionId: string) => shop.simulator('POST', 'pay', { sessionId })
    const crowd = givenCrowd({ ...shop, pay }, SIZES)
    for (let n = 1; n <= UPGRADES; n++) {
      const [before, version] = [`0.2.${n - 1}`, `0.2.${n}`]
      // Pages of the version before are open.
      crowd.needed.clear()
      crowd.needed.add(scriptOf(before))
      const tables = WITH_TABLES.includes(n) ? [withMigration(n)] : []
      if (n === WITH_TABLES[1]) {
        await failToUpgradeTo(`${version}-rc.1`, ...tables, brokenAfterFirst)
        await upgradeTo(version)
      } else await upgradeTo(version, ...tables)
      crowd.needed.add(scriptOf(version))
      console.log(crowd.summary())
      // Of what is gone, only the version of the supervisor is left.
      if (n > 2) expect(await statusOf(scriptOf(`0.2.${n - 2}`))).toBe(404)
      expect(await statusOf(scriptOf('0.2.0'))).toBe(200)
    }
    const { pages, orders, messages, streams } = await crowd.leave()
    console.log(
      `${pages} pages, ${orders.length} paid orders and ${messages} messages during ${UPGRADES} upgrades; each chat opened its stream at least ${streams} times`,
    )
    expect(crowd.failures).toEqual([])
    expect(streams).toBeGreaterThan(UPGRADES / 2)
    expect(orders.length).toBeGreaterThan(0)
    expect(await countMigrations()).toBe(
      migrations + WITH_TABLES.filter((n) => n <= UPGRADES).length,
    )
    await vi.waitFor(async () => {
      const [{ paid } = { paid: 0 }] = await shop.query<{ paid: number }>(
        `select count(*)::int as paid from orders where id = any($1) and status = 'completed'`,
        [orders],
      )
      expect(paid).toBe(orders.length)
    }, PATIENCE)
    await shop.expectUnharmed()
  },
  60 * MINUTE,
)

test(
  'a version of which no process starts does not take over, and the one before goes on',
  async () => {
    await failToUpgradeTo('0.3.0', broken)
    expect(await statusOf('/')).toBe(200)
  },
  10 * MINUTE,
)

test(
  'an older version, and an archive that was changed, are refused',
  async () => {
    const older = await releases.make('0.1.0')
    expect((await upgrade(older).catch((error) => error)).stderr).toContain(
      `older than 0.2.${UPGRADES}`,
    )
    await writeFile(older, 'not the archive')
    expect((await upgrade(older).catch((error) => error)).stderr).toContain('checksum')
    await shop.expectUnharmed()
  },
  10 * MINUTE,
)
