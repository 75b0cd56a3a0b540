import { vi } from 'vitest'
import {
  FEED,
  pauseCampaign,
  resumeCampaign,
} from '#server/modules/mail/campaigns/campaign-states.ts'
import { readCampaign } from '#server/modules/mail/campaigns/read-campaigns.ts'
import { setRate } from '#server/modules/mail/campaigns/sending-rate.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { owner, startCampaign } from './campaign-factories.ts'
import { givenDatabase } from './database.ts'
import { givenConsent, mailEnv } from './mail-factories.ts'
import { expireJobsOfTheDead, givenWorkerProgram, kill } from './mail-worker-crash.ts'
import { givenMailServer } from './smtp.ts'

/**
 * One campaign: a worker is killed, the campaign is paused, all workers are killed, it is resumed at another rate with
 * new ones, and these are killed one by one. Says who got no mail, and how many a second one. At least 5 kills.
 */
export async function sendCampaignWithTrouble({
  recipients,
  kills,
}: {
  recipients: number
  kills: number
}) {
  const database = await givenDatabase()
  const { db } = database
  let onAccepted = () => {}
  const server = await givenMailServer({ onAccepted: () => onAccepted() })
  const env = mailEnv(database.url, { ...server.env, NODE_ENV: 'production' })
  const startWorker = await givenWorkerProgram(env)
  // Enqueues, and handles nothing itself.
  const jobs = createJobs(database.url, createLog('silent'))
  const context = { config: loadConfig(env), db, jobs, now: () => new Date() }

  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      onAccepted = () => server.received.length >= count && resolve()
      onAccepted()
    })
  const isFinal = (timeout: number) =>
    vi.waitFor(
      async () => {
        const { status, counts } = await readCampaign(db, campaign_id)
        if (status !== 'finished') throw new Error(JSON.stringify({ status, counts }))
        return counts
      },
      { timeout, interval: 200 },
    )

  const all = Array.from({ length: recipients }, (_, n) => `reader.${n}@example.com`)
  await givenConsent(db, ...all)
  await jobs.start([{ name: FEED, alone: true, parallel: 0, run: async () => {} }])
  await setRate(context, 3000, owner())
  const { campaign_id } = await startCampaign(context, all)
  const running = [startWorker(), startWorker()]

  const perStep = Math.floor(recipients / (kills + 2))
  await reached(perStep)
  await kill(running.shift())
  running.push(startWorker())

  await reached(2 * perStep)
  await pauseCampaign(db, campaign_id, owner())
  for (const worker of running.splice(0)) await kill(worker)
  const paused = await readCampaign(db, campaign_id)
  const sentWhilePaused = server.received.length

  await expireJobsOfTheDead(database)
  await setRate(context, 6000, owner())
  await resumeCampaign(context, campaign_id, owner())
  running.push(startWorker(), startWorker())
  for (let n = 3; n <= kills - 3; n++) {
    await reached(n * perStep)
    await kill(running.shift())
    running.push(startWorker())
  }
  await reached((kills - 2) * perStep)
  for (const worker of running) await kill(worker)
  await expireJobsOfTheDead(database)
  startWorker()
  const counts = await isFinal(600_000)
  await jobs.stop()

  const addresses = server.received.flatMap(({ to }) => to)
  const got = new Set(addresses)
  return {
    counts,
    paused,
    sentWhilePaused,
    missing: all.filter((reader) => !got.has(reader)),
    repeated: addresses.length - got.size,
  }
}
