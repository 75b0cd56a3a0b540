import type PgBoss from 'pg-boss'
import type { Log } from './log.ts'

/**
 * A batch belongs to its process for LEASE seconds after the last heartbeat. A killed process is so detected within
 * half a minute, and its jobs are retried 5 to 10 seconds later: well within a minute.
 */
const LEASE = 20
const HEARTBEAT = 5

type Batch = {
  boss: PgBoss
  log: Log
  name: string
  taken: { id: string }[]
  /** Seconds that pg-boss gives a batch. */
  maxRun: number
}

/**
 * pg-boss 10.4.2 has no heartbeat: a job counts as lost `expire_in` after `started_on`, so a killed process would hold
 * its jobs for as long as the longest may run. This moves `started_on`, a column of pg-boss, so that they expire LEASE
 * seconds from now. The one place that knows how pg-boss stores a job's state.
 */
export async function holdLease({ boss, log, name, taken, maxRun }: Batch) {
  const ids = taken.map(({ id }) => id)
  const beat = () =>
    boss
      .getDb()
      .executeSql(
        `update pgboss.job set started_on = now() - expire_in + interval '${LEASE} seconds'
         where name = $1 and id = any($2::uuid[]) and state = 'active'`,
        [name, ids],
      )
      .catch((err) => log.warn({ err, job: name }, 'heartbeat of a job'))
  await beat()
  const timer = setInterval(beat, HEARTBEAT * 1000)
  // After that pg-boss gives the jobs to another process, which sends its own heartbeats.
  const limit = setTimeout(() => clearInterval(timer), maxRun * 1000)
  return () => {
    clearInterval(timer)
    clearTimeout(limit)
  }
}
