import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { Database } from './database.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLog } from './log.ts'

let database: Database
let jobs: Jobs
const done: string[] = []
let failuresLeft = 1

beforeAll(async () => {
  database = await givenDatabase()
  jobs = createJobs(database.url, createLog('silent'))
  await jobs.start([
    { name: 'note', run: async ({ text }: { text: string }) => void done.push(text) },
    {
      name: 'stumble',
      run: async ({ text }: { text: string }) => {
        if (failuresLeft-- > 0) throw new Error('not yet')
        done.push(text)
      },
    },
  ])
})
afterAll(() => jobs.stop())

test('a job runs after its transaction committed', async () => {
  await database.db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'committed' }))
  await eventually(() => expect(done).toContain('committed'))
})

test('a job of a transaction that rolled back never existed', async () => {
  await database.db
    .transaction(async (tx) => {
      await jobs.enqueue(tx, 'note', { text: 'rolled back' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await jobs.enqueue(database.db, 'note', { text: 'after' })
  await eventually(() => expect(done).toContain('after'))
  expect(done).not.toContain('rolled back')
})

test('a job that fails is tried again', async () => {
  await jobs.enqueue(database.db, 'stumble', { text: 'second try' })
  // The pause before the retry is over as soon as it began.
  await eventually(async () => {
    const { rowCount } = await database.db.execute(
      sql`update pgboss.job set start_after = now() where name = 'stumble' and state = 'retry'`,
    )
    expect(rowCount).toBe(1)
  })
  await eventually(() => expect(done).toContain('second try'))
})

test('processes that start together on a fresh database all come up', async () => {
  const { url } = await givenDatabase()
  const processes = Array.from({ length: 4 }, () => createJobs(url, createLog('silent')))
  const kinds = Array.from({ length: 6 }, (_, n) => ({ name: `kind-${n}`, run: async () => {} }))
  await Promise.all(processes.map((one) => one.start(kinds)))
  await Promise.all(processes.map((one) => one.stop()))
}, 60_000)

test('a job that wants to be alone is one at a time, in all processes together', async () => {
  let [running, most, ended] = [0, 0, 0]
  const job = {
    name: 'alone',
    alone: true,
    parallel: 2,
    run: async () => {
      most = Math.max(most, ++running)
      await database.db.execute(sql`select pg_sleep(0.3)`)
      running--
      ended++
    },
  }
  const processes = [1, 2].map(() => createJobs(database.url, createLog('silent')))
  for (const one of processes) await one.start([job])
  for (let n = 0; n < 5; n++) await jobs.enqueue(database.db, 'alone', {})
  await eventually(() => expect(ended).toBe(5))
  expect(most).toBe(1)
  await Promise.all(processes.map((one) => one.stop()))
})

test('several processes have one clock: each runs what is due, and only the first one sends it', async () => {
  const other = await givenDatabase()
  let runs = 0
  const job = { name: 'tick', every: 'minute', run: async () => void runs++ } as const
  const processes = [1, 2].map(() => createJobs(other.url, createLog('silent')))
  for (const one of processes) await one.start([job])
  await eventually(() => expect(runs).toBeGreaterThan(0))
  const { rows } = await other.db.execute(
    sql`select count(*)::int as sent, count(distinct singleton_on)::int as minutes from pgboss.job where name = 'tick'`,
  )
  await Promise.all(processes.map((one) => one.stop()))
  const [{ sent, minutes } = {}] = rows
  expect(sent).toBe(minutes)
})

test('schedules of an earlier version, which used the clock of pg-boss, are removed', async () => {
  const other = await givenDatabase()
  const start = async () => {
    const one = createJobs(other.url, createLog('silent'))
    await one.start([{ name: 'old', run: async () => {} }])
    await one.stop()
  }
  await start()
  await other.db.execute(
    sql`insert into pgboss.schedule (name, cron, timezone) values ('old', '0 4 * * *', 'UTC')`,
  )
  await start()
  const { rows } = await other.db.execute(sql`select name from pgboss.schedule`)
  expect(rows).toEqual([])
})
