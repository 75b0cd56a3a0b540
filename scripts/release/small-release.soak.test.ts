import path from 'node:path'
import { expect, test } from 'vitest'
import { givenVisitor } from '#server/testing/account-factories.ts'
import { givenBuiltShop } from '#server/testing/built-shop.ts'
import { givenMemoryLimit } from '#server/testing/memory-limit.ts'
import { orderRequest } from '#server/testing/order-factories.ts'
import { givenFolder, givenReleases, run } from './given-release.ts'

const MEMORY_MB = 512
const MINUTE = 60_000

test(
  `in ${MEMORY_MB} MB on one core: unpacked, started, sold, backed up and upgraded, and nothing is killed`,
  async () => {
    const releases = await givenReleases()
    const [first, next] = [await releases.make('0.2.0'), await releases.make('0.2.1')]
    const limit = givenMemoryLimit(MEMORY_MB)
    const [program = '', ...options] = ['taskset', '--cpu-list', '0', ...limit.within]
    const folder = givenFolder()
    let begin = performance.now()
    const took = () => {
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      begin = performance.now()
      return `${seconds} s, at most ${limit.peakMb()} MB`
    }

    await run(program, [...options, 'tar', '-xzf', first, '-C', folder, '--no-same-owner'])
    console.log(`unpacked: ${took()}`)
    const release = path.join(folder, 'petal')
    const shop = await givenBuiltShop(
      { WEB_CONCURRENCY: '' },
      { within: [program, ...options], release },
    )
    console.log(`open with the demo: ${took()}`)
    const petal = (...args: string[]) =>
      run(program, [...options, path.join(release, 'petal'), ...args], {
        env: shop.env,
        cwd: folder,
      })

    const { items } = await (await fetch(`${shop.url}/api/products`)).json()
    const product = items.find(({ stock }: { stock: number }) => stock > 5)
    const line = { product_id: product.id, quantity: 1 }
    const order = await givenVisitor(shop).post('/api/orders', orderRequest([line], product.price))
    expect(order.status).toBe(200)
    console.log(`sold: ${took()}`)
    expect((await petal('backup', 'shop.tar.gz')).stdout).toContain('The backup is in')
    console.log(`backed up: ${took()}`)
    expect((await petal('upgrade', next)).stdout).toContain('Version 0.2.1 serves.')
    console.log(`upgraded: ${took()}`)
    expect(shop.versionFolders()).toEqual([path.join(release, 'versions/0.2.1')])
    expect((await fetch(shop.url)).status).toBe(200)
    expect(limit.killed()).toBe(0)
  },
  20 * MINUTE,
)
