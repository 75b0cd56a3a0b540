import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import {
  killWorkerWhileSending,
  sendNewsletterWithCrashes,
} from '#server/testing/mail-worker-crash.ts'
import { mails } from './mail.table.ts'

const SIZE = { recipients: 5_000, optedOut: 200, kills: 20 }
let newsletter: Awaited<ReturnType<typeof sendNewsletterWithCrashes>>
let killed: Awaited<ReturnType<typeof killWorkerWhileSending>>

// In hooks, because what they start is stopped after the file.
beforeAll(async () => {
  newsletter = await sendNewsletterWithCrashes(SIZE)
}, 20 * 60_000)

test('5,000 recipients, workers killed 20 times: none is missed, at most 20 get it twice', () => {
  expect(newsletter.missing).toEqual([])
  expect(newsletter.unwanted).toEqual([])
  expect(newsletter.repeated).toBeLessThanOrEqual(SIZE.kills)
})

test('a worker killed while sending delays its mails by at most 60 seconds', async () => {
  killed = await killWorkerWhileSending()
  await vi.waitFor(() => expect(killed.received().sort()).toEqual(killed.addresses), {
    timeout: 60_000,
    interval: 200,
  })
})

test('a killed worker holds its mails for 20 seconds; then another one sends them', async () => {
  killed = await killWorkerWhileSending()
  const { db } = killed.database
  const { rows } = await db.execute<{ held: number }>(
    sql`select extract(epoch from started_on + expire_in - now())::int as held from pgboss.job
        where name = ${SEND_MAIL} and state = 'active'`,
  )
  expect(rows).toHaveLength(killed.addresses.length)
  expect(Math.max(...rows.map(({ held }) => held))).toBeLessThanOrEqual(20)

  // As if half a minute had passed.
  await db.execute(sql`update pgboss.job set started_on = started_on - interval '30 seconds'
                       where state = 'active'`)
  await db.update(mails).set({ held_until: sql`held_until - interval '30 seconds'` })
  await vi.waitFor(() => expect(killed.received().sort()).toEqual(killed.addresses), {
    timeout: 120_000,
    interval: 200,
  })
}, 150_000)
