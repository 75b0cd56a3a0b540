import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BackupOverview } from '#contract/backups.ts'
import { givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile } from '#server/testing/factories.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'

const clock = givenClock()
const shop = await givenServer({ now: clock.now })
const admin = await givenSignedIn(shop, await givenAdmin(shop.db))
const shopper = await givenSignedIn(shop, await givenProfile(shop.db))

const overview = async () => (await admin.get('/api/backups')).body as BackupOverview

async function backUpNow() {
  const { length } = (await overview()).backups
  expect((await admin.post('/api/backups')).status).toBe(200)
  return eventually(async () => {
    const { backups, running_bytes } = await overview()
    expect(backups).toHaveLength(length + 1)
    expect(running_bytes).toBeNull()
    return backups[0]?.name ?? ''
  })
}

test('an administrator backs up, downloads what was written, and the audit log says who did', async () => {
  const name = await backUpNow()
  const response = await fetch(`${shop.url}/api/backups/${name}`, {
    headers: { cookie: [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
  })
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  const file = await readFile(join(shop.config.dataDir, 'backups', name))
  expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true)
  const log = (await admin.get('/api/audit_log?object_type=backups')).body
  expect(log).toMatchObject({
    items: [{ actor_name: 'Ada Keeper', object_id: name, after: { downloaded: true } }],
  })
  expect((await admin.get('/api/insights/figures')).body).toMatchObject({ backup: 'ready' })
})

test('nobody else downloads one, and nothing else can be named', async () => {
  const [backup] = (await overview()).backups
  const path = `/api/backups/${backup?.name}`
  expect((await shopper.get(path)).status).toBe(403)
  expect((await givenVisitor(shop).get(path)).status).toBe(401)
  expect((await admin.get('/api/backups/..%2fsecrets.json')).status).toBe(404)
  expect((await admin.get('/api/backups/petal-20260101T000000Z-daily.tar.gz')).status).toBe(404)
})

test('the newest backup stays; an older one is deleted', async () => {
  const [older] = (await overview()).backups
  // Their names differ by the time.
  clock.advance({ minutes: 1 })
  const newest = await backUpNow()
  expect((await admin.call('DELETE', `/api/backups/${newest}`)).body).toMatchObject({
    code: 'LAST_BACKUP',
  })
  expect((await admin.call('DELETE', `/api/backups/${older?.name}`)).status).toBe(200)
  expect((await overview()).backups.map(({ name }) => name)).toEqual([newest])
})

test('the number to keep is changed once; who has not seen it is refused', async () => {
  const { settings, version } = await overview()
  const save = (keep: number) =>
    admin.call('PUT', '/api/backups/settings', { ...settings, keep, version })
  expect((await save(3)).body).toMatchObject({ keep: 3, version: version + 1 })
  expect((await save(4)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect((await save(0)).status).toBe(400)
  expect((await overview()).settings.keep).toBe(3)
})
