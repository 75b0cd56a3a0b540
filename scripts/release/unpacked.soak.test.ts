import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { freePort } from '#server/testing/free-port.ts'
import { givenFolder, givenReleases, run } from './given-release.ts'

// As the owner of a new server: an ordinary user with Node and nothing else. Needs root, to become that user and to
// take the network away.

const MINUTE = 60_000
/** Only to end a test that would wait for ever; a busy machine takes its time. */
const PATIENCE = { timeout: 300_000, interval: 100 }
const NOBODY = 65_534
const AS_USER = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
/** A network of its own, in which the machine reaches itself alone. */
const WITHOUT_NETWORK = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const client = path.join(import.meta.dirname, 'sell-once.mjs')

let folder: string
let archive: string

beforeAll(async () => {
  archive = await (await givenReleases()).pack('0.2.0')
  folder = givenFolder()
  chownSync(folder, NOBODY, NOBODY)
}, 10 * MINUTE)

test(
  'unpacked by an ordinary user, without network and packages, it opens, sells and backs up',
  async () => {
    const user = path.join(folder, 'home')
    mkdirSync(user)
    chownSync(user, NOBODY, NOBODY)
    await run('setpriv', [...AS_USER.slice(1), 'tar', '-xzf', archive, '-C', folder])
    const home = path.join(folder, 'petal')
    const [port, simulator] = [await freePort(), await freePort()]
    const env = {
      PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME: user,
      PORT: String(port),
      CLOVER_SIMULATOR_PORT: String(simulator),
    }
    const [command = '', ...args] = [...WITHOUT_NETWORK, ...AS_USER, './petal', 'start']
    const begin = performance.now()
    const shop = spawn(command, args, { cwd: home, env })
    let output = ''
    for (const stream of [shop.stdout, shop.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    onFileEnd(() => shop.kill('SIGKILL'))
    await vi.waitFor(() => expect(output).toContain('Petal is open'), PATIENCE)
    console.log(`Unpacked, it opened with the demo in ${seconds(begin)} s`)

    const within = (...given: string[]) =>
      run('nsenter', ['--target', String(shop.pid), '--net', ...AS_USER, ...given], {
        cwd: home,
        env,
      })
    await expect(within('node', '-e', `await fetch('http://1.1.1.1')`)).rejects.toThrow()
    const urls = [
      `SHOP_URL=http://localhost:${port}`,
      `SIMULATOR_URL=http://127.0.0.1:${simulator}`,
    ]
    const script = await readFile(client, 'utf8')
    const sold = await within('env', ...urls, 'node', '--input-type=module', '-e', script)
    expect(JSON.parse(sold.stdout)).toMatchObject({ hasHeading: true, id: expect.any(String) })

    const backup = await within('./petal', 'backup', 'shop.tar.gz')
    expect(backup.stdout).toContain(`The backup is in ${home}/shop.tar.gz`)
    expect((await within('./petal', 'doctor')).stderr).toContain('Everything adds up.')
    expect((await within('./petal', 'admin', 'list')).stdout).toContain(
      'admin@petalanddew.example.com',
    )
    expect((await within('./petal', 'help')).stdout).toContain('petal upgrade FILE')
    expect((await stat(path.join(home, 'data'))).uid).toBe(NOBODY)
    expect(existsSync(path.join(user, '.npm'))).toBe(false)

    const ended = once(shop, 'exit')
    shop.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
  10 * MINUTE,
)

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
