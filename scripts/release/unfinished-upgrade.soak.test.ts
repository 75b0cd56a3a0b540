import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { broken, withAll, withMigration } from './changed-release.ts'
import { givenFolder, givenReleases, run, unpackInto } from './given-release.ts'

// What an upgrade leaves behind that failed or was killed after the tables were changed.

const MINUTE = 60_000
const PATIENCE = { timeout: 300_000, interval: 100 }

let releases: Awaited<ReturnType<typeof givenReleases>>
let home: string
let shop: BuiltShop

beforeAll(async () => {
  releases = await givenReleases()
  home = await unpackInto(givenFolder(), await releases.make('0.2.0'))
  shop = await givenBuiltShop({ WEB_CONCURRENCY: '1' }, { release: home })
}, 10 * MINUTE)

const petal = (...args: string[]) => run(path.join(home, 'petal'), args, { env: shop.env })
const current = () => readlink(path.join(home, 'current'))
const note = () => path.join(String(shop.env.DATA_DIR), 'unfinished-upgrade.json')
const readNote = async () => JSON.parse(await readFile(note(), 'utf8'))

/** As after a power cut: what is in `current` starts on the tables as they are. */
async function restart() {
  await shop.stop()
  const { DATA_DIR = '' } = shop.env
  shop = await givenBuiltShop({ DATA_DIR, WEB_CONCURRENCY: '1' }, { release: home })
}

const statusOf = async (address: string) => (await fetch(shop.url + address)).status

test(
  'after an upgrade that failed, the version before starts on the newer tables, and says so',
  async () => {
    const next = await releases.make('0.3.0', withAll(withMigration(1), broken))
    expect((await petal('upgrade', next).catch((error) => error)).code).toBe(1)
    expect(await readNote()).toEqual({ from: '0.2.0', to: '0.3.0' })
    await restart()
    expect(shop.output()).toContain(
      'The upgrade to 0.3.0 was not finished. 0.2.0 serves on the tables of 0.3.0; please upgrade again.',
    )
    expect(await statusOf('/products')).toBe(200)
  },
  10 * MINUTE,
)

test(
  'a command that is killed while the shop hands over leaves a shop that serves, and can be repeated',
  async () => {
    const next = await releases.make('0.3.1')
    const command = spawn(path.join(home, 'petal'), ['upgrade', next], { env: shop.env })
    const ended = once(command, 'exit')
    const begun = 'Handing over to version 0.3.1'
    await vi.waitFor(() => expect(shop.output()).toContain(begun), { ...PATIENCE, interval: 10 })
    command.kill('SIGKILL')
    await ended
    const folder = path.join(home, 'versions/0.3.1')
    await vi.waitFor(() => expect(shop.versionFolders()).toEqual([folder]), PATIENCE)
    expect(await current()).toBe('versions/0.2.0')
    expect(await readNote()).toEqual({ from: '0.2.0', to: '0.3.1' })
    expect(await statusOf('/')).toBe(200)

    expect((await petal('upgrade', next)).stdout).toContain('Version 0.3.1 serves.')
    expect(await current()).toBe('versions/0.3.1')
    expect(existsSync(note())).toBe(false)
    expect(await statusOf('/products')).toBe(200)
    await restart()
    expect(shop.output()).not.toContain('was not finished')
    expect(await shop.doctor()).toEqual({ code: 0, output: 'Everything adds up.' })
  },
  10 * MINUTE,
)

test(
  'after an upgrade that was finished, the version before refuses the newer tables',
  async () => {
    await shop.stop()
    const older = path.join(home, 'versions/0.2.0/petal')
    const failure = await run(older, ['start'], { env: shop.env }).catch((error) => error)
    expect(failure.code).toBe(1)
    expect(failure.stderr).toContain('This database was upgraded by a newer version of Petal.')
  },
  10 * MINUTE,
)
