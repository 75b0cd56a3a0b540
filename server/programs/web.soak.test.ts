import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { onFileEnd } from '../testing/cleanup.ts'
import { givenDatabaseBehindProxy } from '../testing/database-proxy.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A built web process that a test can watch ending. */
async function givenWebProcess(databaseUrl: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'petal-web-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = fork(path.join(root, 'dist/server/web.js'), {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    },
  })
  onFileEnd(() => child.kill('SIGKILL'))
  const [{ port }] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

test('a connection that is lost while a job is completed does not end the process; the job is run again', async () => {
  let lost = 0
  const database = await givenDatabaseBehindProxy({
    loseOn: (sent) => {
      // The first of the statements by which pg-boss completes a job.
      const isLost = lost === 0 && /completed_on = now\(\)/.test(sent)
      if (isLost) lost++
      return isLost
    },
  })
  const { child, url } = await givenWebProcess(database.url)
  const client = new pg.Client({ connectionString: database.direct })
  await client.connect()
  onFileEnd(() => client.end())
  await client.query(`insert into pgboss.job (name, data) values ('forget-expired-sessions', '{}')`)

  const unfinished = `select from pgboss.job where name = 'forget-expired-sessions' and state <> 'completed'`
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with code ${code}`)
  })
  const completed = vi.waitFor(
    async () => {
      expect(lost, 'lost connections').toBe(1)
      expect((await client.query(unfinished)).rowCount, 'unfinished jobs').toBe(0)
    },
    { timeout: 100_000, interval: 200 },
  )
  await Promise.race([completed, ended])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
}, 120_000)
