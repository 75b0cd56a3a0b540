import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { holdLease } from './job-lease.ts'
import { createLog } from './log.ts'

const QUEUE = 'work'
const MAX_RUN = 300

async function givenBatch() {
  const { db, url } = await givenDatabase()
  const boss = new PgBoss({ connectionString: url, schedule: false, supervise: false })
  // Its last connections may still be open when the database of the test is dropped.
  boss.on('error', () => {})
  await boss.start()
  onTestFinished(() => boss.stop({ graceful: false }))
  await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 3, expireInSeconds: MAX_RUN })
  await boss.send(QUEUE, {})
  const taken = await boss.fetch(QUEUE)
  const log = createLog('silent')
  const giveUp = await holdLease({ boss, log, name: QUEUE, taken, maxRun: MAX_RUN })
  const passSeconds = (seconds: number) =>
    db.execute(
      sql`update pgboss.job set started_on = started_on - make_interval(secs => ${seconds})`,
    )
  const stateAfterSweep = async () => {
    await boss.expire()
    return (await boss.getJobById(QUEUE, taken[0]?.id ?? ''))?.state
  }
  return { giveUp, passSeconds, stateAfterSweep }
}

test('jobs of a process that is gone are tried again after the lease, not after the longest run', async () => {
  const { giveUp, passSeconds, stateAfterSweep } = await givenBatch()
  giveUp()
  await passSeconds(15)
  expect(await stateAfterSweep()).toBe('active')
  await passSeconds(10)
  expect(await stateAfterSweep()).toBe('retry')
})
