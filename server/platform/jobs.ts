import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { withLock } from './advisory-lock.ts'
import { connectDatabase, type Db, isDatabaseUnavailable } from './database.ts'
import { type Schedule, startJobClock } from './job-clock.ts'
import { holdLease } from './job-lease.ts'
import type { Log } from './log.ts'
import { sendSignal } from './signals.ts'

export type Jobs = ReturnType<typeof createJobs>

/** A kind of work that happens later, is tried again when it fails, and may run twice: handlers are idempotent. */
export type Job = {
  name: string
  /** For work that happens by the clock. */
  every?: Schedule
  retries?: number
  /** Handled at the same time by one process. */
  parallel?: number
  /** One at a time in all processes together. Read when the queue is created. */
  alone?: boolean
  /** Taken from the queue at once, handled one after the other; each fails for itself alone. */
  batch?: number
  run: (data: never) => Promise<void>
}

/** Sent with a job that should start at once: its workers look now instead of at their next poll. */
export const JOB_WAITING = 'job-waiting'

type Queue = { name: string; waiting: number; oldest_seconds: number; scheduled: number }

const DEFAULT_RETRIES = 8
const QUEUES_LOCK = { key: 7_265_743, doing: 'creating job queues', longestMs: 120_000 }
/** Seconds. What comes by the clock can wait a little; an idle shop should rest. */
const CLOCK_POLL = 5
const EVENT_POLL = 1
/** The longest that a batch may run, and how often batches of processes that died are looked for. Seconds. */
const MAX_RUN = 300
const SWEEP = 10

/** pg-boss takes an answer without rows for "nothing was done", and fails in an empty list of rows. */
const NOTHING_DONE = {} as { rows: never[] }
const LONGEST_STOP_MS = 8000

/** A queue in the database: a job exists if, and only if, the transaction that enqueued it committed. */
export function createJobs(url: string, log: Log) {
  const { pool } = connectDatabase(url, {
    max: 3,
    application_name: 'petal-jobs',
    onError: (err) => log.warn({ err }, 'lost a connection of the job queue'),
  })
  const boss = new PgBoss({
    db: { executeSql },
    schedule: false,
  })
  boss.on('error', (err) => log.error({ err }, 'job queue'))

  /**
   * pg-boss 10.4.2 does not await the statement that completes a job. If the database cannot be reached just then,
   * nothing would handle the error, which ends a process. The job is run again when its lease ends.
   */
  async function executeSql(text: string, values: unknown[]) {
    if (pool.ending) return NOTHING_DONE
    try {
      return await pool.query(text, values)
    } catch (err) {
      if (!isRunning || !isDatabaseUnavailable(err)) throw err
      log.warn({ err }, 'the job queue can not be reached')
      return NOTHING_DONE
    }
  }

  /** For statements whose failure must be noticed. */
  const db = { executeSql: (text: string, values: unknown[]) => pool.query(text, values) }

  /** The ids of pg-boss's workers, by queue. */
  const lanes = new Map<string, string[]>()

  async function work(job: Job) {
    for (let lane = 0; lane < (job.parallel ?? 1); lane++) await openLane(job)
  }

  /** pg-boss adds constraints to shared tables: two processes that do so at the same time deadlock. */
  async function createQueues(jobs: Job[]) {
    await withLock(url, QUEUES_LOCK, async () => {
      await boss.start()
      const created = new Set((await boss.getQueues()).map(({ name }) => name))
      for (const job of jobs.filter(({ name }) => !created.has(name))) {
        await boss.createQueue(job.name, {
          name: job.name,
          policy: job.alone ? 'singleton' : 'standard',
          retryLimit: job.retries ?? DEFAULT_RETRIES,
          retryDelay: 5,
          retryBackoff: true,
          expireInSeconds: MAX_RUN,
        })
      }
    })
  }

  async function openLane(job: Job) {
    const lane: string = await boss.work(
      job.name,
      { batchSize: job.batch ?? 1, pollingIntervalSeconds: job.every ? CLOCK_POLL : EVENT_POLL },
      async (taken) => {
        running++
        const giveUpLease = await holdLease({ boss, log, name: job.name, taken, maxRun: MAX_RUN })
        const failures: { id: string; reason: Error }[] = []
        for (const { id, data } of taken) {
          await job.run(data as never).catch((reason) => failures.push({ id, reason }))
        }
        giveUpLease()
        running--
        // Where there was work there may be more: the next is fetched without a pause.
        boss.notifyWorker(lane)
        // Last of all: pg-boss completes what of this batch is still active as soon as we return. A failure that cannot
        // be stored is thrown, or the job would be completed without having been done.
        for (const { id, reason } of failures) {
          log.error({ err: reason, job: job.name }, 'job failed')
          await boss.fail(job.name, id, reason, { db })
        }
      },
    )
    lanes.set(job.name, [...(lanes.get(job.name) ?? []), lane])
  }

  /** Earlier versions used the clock of pg-boss: their processes must not send a job beside ours. */
  async function removeOldSchedules() {
    for (const { name } of await boss.getSchedules()) await boss.unschedule(name)
  }

  /** Batches that are being handled. */
  let running = 0
  let all: Job[] = []
  let clocked: { name: string; every: Schedule }[] = []
  let clock: ReturnType<typeof startJobClock> | undefined
  let sweep: NodeJS.Timeout | undefined
  let isRunning = false
  let firstBegin: NodeJS.Timeout | undefined

  async function begin() {
    for (const job of all) await work(job)
    clocked = all.flatMap(({ name, every }) => (every ? [{ name, every }] : []))
    clock = startJobClock({
      jobs: clocked,
      // All processes have a clock; the first one of a minute sends the job.
      send: (name) => boss.send(name, {}, { singletonSeconds: 60 }),
      onError: (err) => log.warn({ err }, 'clock of the jobs'),
    })
  }

  const beginLate = () => void begin().catch((err) => log.error({ err }, 'jobs do not begin'))

  return {
    /** Creates the queues. The work begins `after_ms` later: a process that starts answers visitors first. */
    async start(jobs: Job[], { after_ms = 0 } = {}) {
      await createQueues(jobs)
      await removeOldSchedules()
      isRunning = true
      all = jobs
      if (after_ms === 0) await begin()
      else firstBegin = setTimeout(beginLate, after_ms)
      const expire = () =>
        boss.expire().catch((err) => log.warn({ err }, 'sweep of the job queues'))
      sweep = setInterval(expire, SWEEP * 1000)
    },
    /** Takes no more jobs, and waits for those that run, within limits. */
    async pause(longestMs = LONGEST_STOP_MS) {
      clearTimeout(firstBegin)
      clock?.stop()
      for (const lane of [...lanes.values()].flat()) await boss.offWork({ id: lane })
      lanes.clear()
      for (const end = Date.now() + longestMs; running > 0 && Date.now() < end; ) await pause(50)
    },
    resume: begin,
    /** Waits for running jobs, within limits. */
    async stop(longestMs = LONGEST_STOP_MS) {
      clearTimeout(firstBegin)
      clock?.stop()
      clearInterval(sweep)
      await boss.stop({ graceful: true, timeout: longestMs })
      if (!pool.ending) await pool.end()
    },
    /** What is due and not begun, and what is for later, in every queue. */
    async readQueues(db: Db) {
      const { rows } = await db.execute<Queue>(sql`
        select q.name,
          count(j.id) filter (where j.start_after <= now())::int as waiting,
          coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest_seconds,
          count(j.id) filter (where j.start_after > now())::int as scheduled
        from pgboss.queue q
        left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry')
        where q.name !~ '^__pgboss' group by q.name order by q.name`)
      return rows.map((queue) => ({
        ...queue,
        oldest_seconds: Math.max(0, queue.oldest_seconds),
      }))
    },
    /** Removes what waits, apart from what comes by the clock: the rows that it is about are gone. */
    async discardWaiting(tx: Db) {
      const byTheClock = sql.param(clocked.map(({ name }) => name))
      await tx.execute(sql`
        delete from pgboss.job where state in ('created', 'retry')
          and name !~ '^__pgboss' and name <> all (${byTheClock}::text[])`)
    },
    /** Enqueues inside the transaction; one with a lower `priority` (0 unless given) lets the others pass. */
    async enqueue(
      tx: Db,
      name: string,
      data: object,
      options: { after_seconds?: number; priority?: number } = {},
    ) {
      await boss.send(name, data, {
        // A moment, not seconds: the statement reads this parameter as either, and each use of it must fit.
        startAfter: options.after_seconds ? secondsFromNow(options.after_seconds) : 0,
        priority: options.priority ?? 0,
        db: {
          executeSql: async (text, values) => ({
            rows: (await tx.execute(asSql(text, values))).rows,
          }),
        },
      })
      const canWait = options.after_seconds || (options.priority ?? 0) < 0
      if (!canWait) await sendSignal(tx, JOB_WAITING, { name })
    },
    /** The data of a JOB_WAITING signal. */
    wake(data: unknown) {
      for (const lane of lanes.get((data as { name: string }).name) ?? []) boss.notifyWorker(lane)
    },
  }
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** pg-boss writes `$1`; Drizzle numbers its own parameters. */
function asSql(text: string, values: unknown[]): SQL {
  const parts = text.split(/(\$\d+)/)
  return sql.join(
    parts.map((part) =>
      /^\$\d+$/.test(part) ? sql`${sql.param(values[Number(part.slice(1)) - 1])}` : sql.raw(part),
    ),
  )
}
