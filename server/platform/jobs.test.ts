import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBehindProxy } from '#server/testing/database-proxy.ts'
import { eventually } from '#server/testing/eventually.ts'
import { connectDatabase, type Database } from './database.ts'
import { createJobs, JOB_WAITING, type Jobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { createLog } from './log.ts'
import { createSignals } from './signals.ts'

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

test('workers get a signal at the commit of a job, unless it can wait', async () => {
  const listener = createListener(database.url, createLog('silent'))
  const signals: unknown[] = []
  createSignals(listener).on(JOB_WAITING, (data) => signals.push(data))
  await listener.start()
  await database.db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note', { text: 'later' }, { after_seconds: 60 })
    await jobs.enqueue(tx, 'note', { text: 'bulk' }, { priority: -1 })
    await jobs.enqueue(tx, 'stumble', { text: 'now' })
  })
  await eventually(() => expect(signals).toEqual([{ name: 'stumble' }]))
  await listener.stop()
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

/** What nobody caught while `work` was done. */
async function unhandledDuring(work: () => Promise<void>) {
  const unhandled: unknown[] = []
  const collect = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', collect)
  await work()
  await new Promise(setImmediate)
  process.off('unhandledRejection', collect)
  return unhandled
}

test('work begins when its time has come, and in a paused queue not before it resumes', async () => {
  const own = await givenDatabase()
  const late = createJobs(own.url, createLog('silent'))
  const seen: string[] = []
  const job = { name: 'late', run: async ({ text }: { text: string }) => void seen.push(text) }
  await late.start([job], { after_ms: 20 })
  await late.pause()
  await late.enqueue(own.db, 'late', { text: 'while paused' })
  await wait(100)
  expect(seen).toEqual([])
  await late.resume()
  await eventually(() => expect(seen).toEqual(['while paused']))
  await late.stop()

  const next = createJobs(own.url, createLog('silent'))
  await next.start([job], { after_ms: 20 })
  await next.enqueue(own.db, 'late', { text: 'begun by itself' })
  await eventually(() => expect(seen).toEqual(['while paused', 'begun by itself']))
  await next.stop()
})

test('a job that runs longer than a stop waits for it ends without an error', async () => {
  const own = await givenDatabase()
  const stopped = createJobs(own.url, createLog('silent'))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let state = 'waiting'
  const run = async () => {
    state = 'running'
    await released
    state = 'ended'
  }
  await stopped.start([{ name: 'long', run }])
  const unhandled = await unhandledDuring(async () => {
    await stopped.enqueue(own.db, 'long', {})
    await eventually(() => expect(state).toBe('running'))
    await stopped.stop(1000)
    release()
    await eventually(() => expect(state).toBe('ended'))
  })
  expect(unhandled).toEqual([])
})

test('a job whose failure cannot be stored is not taken for done', async () => {
  let lost = 0
  const behindProxy = await givenDatabaseBehindProxy({
    loseOn: (sent) => {
      // The first of the statements by which pg-boss stores that a job failed.
      const isLost = lost === 0 && /id IN \(SELECT UNNEST.*retry_count < retry_limit/s.test(sent)
      if (isLost) lost++
      return isLost
    },
  })
  const own = connectDatabase(behindProxy.direct)
  const running = createJobs(behindProxy.url, createLog('silent'))
  let runs = 0
  const run = async () => {
    runs++
    if (runs === 1) throw new Error('not yet')
  }
  await running.start([{ name: 'unlucky', run }])
  await running.enqueue(own.db, 'unlucky', {})
  await eventually(async () => {
    // Its pause and its lease are over as soon as they began.
    await own.db.execute(
      sql`update pgboss.job set start_after = now() where name = 'unlucky' and state = 'retry'`,
    )
    await own.db.execute(
      sql`update pgboss.job set started_on = now() - expire_in where name = 'unlucky' and state = 'active' and ${runs} = 1`,
    )
    expect(runs).toBe(2)
  })
  expect(lost).toBe(1)
  await running.stop()
  await own.close()
})

test('a connection that is lost while a job is completed leaves no error behind', async () => {
  let lost = 0
  const behindProxy = await givenDatabaseBehindProxy({
    loseOn: (sent) => {
      // The first of the statements by which pg-boss completes a job.
      const isLost = lost === 0 && /completed_on = now\(\)/.test(sent)
      if (isLost) lost++
      return isLost
    },
  })
  const own = connectDatabase(behindProxy.direct)
  const warnings: string[] = []
  const log = createLog('warn', { write: (line) => warnings.push(line) })
  const running = createJobs(behindProxy.url, log)
  await running.start([{ name: 'short', run: async () => {} }])
  const unhandled = await unhandledDuring(async () => {
    await running.enqueue(own.db, 'short', {})
    await eventually(() => expect(warnings.join()).toContain('the job queue can not be reached'))
  })
  expect({ lost, unhandled }).toEqual({ lost: 1, unhandled: [] })
  await running.stop()
  await own.close()
})
