import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile } from '#server/testing/factories.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'
import { givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { claimFiles, findFiles, findMissingFiles, releaseFiles } from './index.ts'
import { media_files } from './media.table.ts'
import { incomingFolder } from './receive-file.ts'
import { removeUnusedFiles } from './used-files.ts'

const clock = givenClock()
let shop: Awaited<ReturnType<typeof givenServer>>
let iris: { id: string }
let visitor: Visitor
beforeAll(async () => {
  shop = await givenServer({ now: clock.now })
  iris = await givenProfile(shop.db)
  visitor = await givenSignedIn(shop, iris)
})

const by = (owner: { id: string }) => ({
  owner: owner.id,
  purpose: 'review' as const,
  at: clock.now(),
})

async function givenUpload(bytes = givenMp4()) {
  const { body } = await upload(shop, visitor, bytes)
  return body.url
}

const rowOf = async (url: string) =>
  (
    await shop.db
      .select()
      .from(media_files)
      .where(eq(media_files.name, basename(url)))
  )[0]

const filesOf = (url: string) => {
  const stem = basename(url).replace(/\.\w+$/, '')
  return readdirSync(filesFolder(shop.config.dataDir)).filter((name) => name.startsWith(stem))
}

test('an upload that nothing used is gone after a day, with its renditions and its row', async () => {
  const [unused, used] = [await givenUpload(await givenPhoto()), await givenUpload()]
  await eventually(async () => expect((await rowOf(unused))?.renditions_at).toBeTruthy())
  expect(filesOf(unused).length).toBeGreaterThan(8)
  await claimFiles(shop.db, [used], by(iris))

  clock.advance({ minutes: 23 * 60 })
  await removeUnusedFiles(shop.context)
  expect((await fetch(shop.url + unused)).status).toBe(200)

  clock.advance({ minutes: 61 })
  await removeUnusedFiles(shop.context)
  expect([await rowOf(unused), filesOf(unused)]).toEqual([undefined, []])
  expect((await fetch(shop.url + unused)).status).toBe(404)
  expect((await fetch(shop.url + used)).status).toBe(200)
})

test('a released file is removed, a product picture stays', async () => {
  const url = await givenUpload()
  await claimFiles(shop.db, [url], by(iris))
  const admin = await givenAdmin(shop.db)
  const { body: picture } = await upload(
    shop,
    await givenSignedIn(shop, admin),
    await givenPhoto(20, 20),
    { purpose: 'product' },
  )
  await claimFiles(shop.db, [picture.url], { ...by(admin), purpose: 'product' })
  await releaseFiles(shop.db, [url, picture.url])
  clock.advance({ days: 2 })
  await removeUnusedFiles(shop.context)
  expect([await rowOf(url), filesOf(url)]).toEqual([undefined, []])
  expect(await rowOf(picture.url)).toBeTruthy()
})

test('only an own, unused, stored file of the purpose can be claimed', async () => {
  const other = await givenProfile(shop.db)
  const [mine, used] = [await givenUpload(), await givenUpload()]
  await claimFiles(shop.db, [used], by(iris))
  const refused: [string[], Parameters<typeof claimFiles>[2]][] = [
    [[mine], by(other)],
    [[mine], { ...by(iris), purpose: 'product' }],
    [[used], by(iris)],
    [['/files/0123456789abcdef-1700000000000-video.mp4'], by(iris)],
    [[`https://evil.example${mine}`], by(iris)],
    [[`${mine}/../x`], by(iris)],
    [['javascript:alert(1)'], by(iris)],
  ]
  for (const [urls, claim] of refused)
    await expect(claimFiles(shop.db, urls, claim)).rejects.toMatchObject({
      code: 'FILE_NOT_USABLE',
      data: { urls },
    })
  expect((await rowOf(mine))?.used_at).toBeNull()
})

test('a claim ends with its transaction, and of several claims at once one succeeds', async () => {
  const url = await givenUpload()
  await shop.db
    .transaction(async (tx) => {
      await claimFiles(tx, [url], by(iris))
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect((await rowOf(url))?.used_at).toBeNull()
  const claims = await Promise.allSettled(
    Array.from({ length: 8 }, () => claimFiles(shop.db, [url], by(iris))),
  )
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a claim and the removal never both win', async () => {
  const urls = await Promise.all(Array.from({ length: 10 }, () => givenUpload()))
  clock.advance({ days: 2 })
  const [, ...claims] = await Promise.allSettled([
    removeUnusedFiles(shop.context),
    ...urls.map((url) => claimFiles(shop.db, [url], by(iris))),
  ])
  for (const [n, url] of urls.entries()) {
    const { status } = await fetch(shop.url + url)
    expect(status, url).toBe(claims[n]?.status === 'fulfilled' ? 200 : 404)
  }
})

test('what a killed process had received or stored half-way is removed', async () => {
  const leftover = join(incomingFolder(shop.config.dataDir), 'leftover')
  await givenUpload()
  writeFileSync(leftover, 'half a file')
  utimesSync(leftover, 0, 0)
  const folder = filesFolder(shop.config.dataDir)
  const [draft, young] = ['a.webp.7.x.draft', 'b.webp.7.y.draft']
  for (const name of [draft, young]) writeFileSync(join(folder, name), 'half a copy')
  utimesSync(join(folder, draft), 0, 0)
  utimesSync(join(folder, young), new Date('2100-01-01'), new Date('2100-01-01'))
  const [half, removing] = [await givenUpload(), await givenUpload()]
  const set = (url: string, state: 'storing' | 'removing') =>
    shop.db
      .update(media_files)
      .set({ state })
      .where(eq(media_files.name, basename(url)))
  await set(half, 'storing')
  await set(removing, 'removing')
  clock.advance({ days: 2 })
  await removeUnusedFiles(shop.context)
  expect(readdirSync(incomingFolder(shop.config.dataDir))).toEqual([])
  expect([filesOf(half), filesOf(removing)]).toEqual([[], []])
  expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([young])
})

test('the doctor names files in use that the storage lacks or has cut off', async () => {
  const [whole, gone, short] = [await givenUpload(), await givenUpload(), await givenUpload()]
  await claimFiles(shop.db, [whole, gone, short], by(iris))
  const before = await findMissingFiles(shop.db, shop.context.files)
  const folder = filesFolder(shop.config.dataDir)
  rmSync(join(folder, basename(gone)))
  writeFileSync(join(folder, basename(short)), 'half')
  const after = await findMissingFiles(shop.db, shop.context.files)
  expect(before).toEqual([])
  expect(after.toSorted()).toEqual(
    [
      `file ${basename(gone)}: not in the storage`,
      `file ${basename(short)}: 4 bytes instead of 2000`,
    ].toSorted(),
  )
})

test('more files are looked up at once than a statement may have parameters', async () => {
  const stored = await givenUpload()
  const nameOf = (n: number) => `/files/${String(n).padStart(16, '0')}-1700000000000-9x9.jpg`
  const urls = [stored, ...Array.from({ length: 70_000 }, (_, n) => nameOf(n))]
  expect(await findFiles(shop.db, urls, 'review')).toEqual(new Set([stored]))
})
