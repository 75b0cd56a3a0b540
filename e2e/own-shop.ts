import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only to end a test that would wait for ever: a busy machine takes its time. */
const PATIENCE_MS = 150_000

/**
 * A shop apart from the one of the other tests, in a folder of its own: with NODE_ENV=production an empty one. Ends
 * with what it prints of `awaited`.
 */
export async function startOwnShop(
  env: Record<string, string>,
  awaited: RegExp,
  patienceMs = PATIENCE_MS,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-own-'))
  const supervisor = spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: '1',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`The shop did not print ${pattern}:\n${output}`))
      const timer = setTimeout(fail, patienceMs)
      const look = () => {
        const found = pattern.exec(output)?.[0]
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      }
      for (const stream of [supervisor.stdout, supervisor.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk
          look()
        })
      }
      supervisor.once('exit', fail)
    })
  const found = await printed(awaited).catch(async (error) => {
    await stop()
    throw error
  })

  async function stop() {
    if (supervisor.exitCode === null) {
      const ended = once(supervisor, 'exit')
      supervisor.kill('SIGTERM')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { printed: found, stop }
}
