import { beforeAll, expect, test } from 'vitest'
import { sendCampaignWithTrouble } from '#server/testing/campaign-crash.ts'

const SIZE = { recipients: 2_000, kills: 10 }
let campaign: Awaited<ReturnType<typeof sendCampaignWithTrouble>>

// In a hook, because what it starts is stopped after the file.
beforeAll(async () => {
  campaign = await sendCampaignWithTrouble(SIZE)
}, 20 * 60_000)

test('2,000 recipients, paused, resumed at another rate, restarted, workers killed 10 times: each gets it, at most one a kill twice', () => {
  expect(campaign.paused.status).toBe('paused')
  expect(campaign.missing).toEqual([])
  expect(campaign.counts).toMatchObject({ sent: SIZE.recipients, failed: 0, left_out: 0 })
  expect(campaign.repeated).toBeLessThanOrEqual(SIZE.kills)
})
