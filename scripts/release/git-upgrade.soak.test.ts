import path from 'node:path'
import { expect, test } from 'vitest'
import { givenBuiltShop } from '#server/testing/built-shop.ts'
import { givenFolder, givenReleases, run, unpackInto } from './given-release.ts'

const MINUTE = 60_000
const root = path.resolve(import.meta.dirname, '../..')

test(
  'npm run upgrade brings a running release to the sources of a clone, as often as they change',
  async () => {
    const releases = await givenReleases()
    const home = await unpackInto(givenFolder(), await releases.make('0.2.0'))
    const shop = await givenBuiltShop({ WEB_CONCURRENCY: '1' }, { release: home })
    const upgrade = async () => {
      const args = ['--import', 'tsx', 'scripts/upgrade.ts', home]
      const { stdout } = await run(process.execPath, args, { cwd: root, env: shop.env })
      return /Version (\S+) serves\./.exec(stdout)?.[1] ?? stdout
    }
    for (const round of [1, 2]) {
      const version = await upgrade()
      expect(version, `round ${round}`).toMatch(/^\d+\.\d+\.\d+\+\d{14}\.[0-9a-f]{7}$/)
      expect(shop.versionFolders()).toEqual([path.join(home, 'versions', version)])
      expect((await fetch(shop.url)).status).toBe(200)
    }
  },
  15 * MINUTE,
)
