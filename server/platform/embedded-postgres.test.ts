import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, clusterDir, createPostgresFolders } from '#server/testing/postgres-folders.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const { givenDataDir, start } = createPostgresFolders()

test('only the first start creates the database; what was written is there after the second', async () => {
  const dataDir = await givenDataDir()
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const first = await startEmbeddedPostgres({ dataDir, log })
  await ask(first.url, 'create table jars (name text); insert into jars values ($$Crème$$)')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(await ask(second.url, 'select name from jars')).toEqual([{ name: 'Crème' }])
  await second.stop()
  expect(lines).toEqual(['Creating the database.'])
})

test('it is a real PostgreSQL that sorts accented words, for those who have the password', async () => {
  const dataDir = await givenDataDir()
  const { url } = await start(dataDir)
  await ask(url, 'create extension pg_trgm; create extension unaccent')
  const [trigrams] = await ask(url, "select show_trgm('Été') as found")
  expect(trigrams.found).toHaveLength(4)
  const sorted = await ask(url, "select w from unnest(array['zinc', 'Été', 'apple']) w order by w")
  expect(sorted.map(({ w }) => w)).toEqual(['apple', 'Été', 'zinc'])
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])

  expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  const wrong = url.replace(/petal:[^@]+@/, 'petal:guess@')
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  const { mode } = await stat(path.join(dataDir, 'postgres-password'))
  expect(mode & 0o777).toBe(0o600)
  expect((await stat(await clusterDir(dataDir))).mode & 0o077).toBe(0)
})

test('a lost password file is replaced, and the data stay; those of another version are refused', async () => {
  const dataDir = await givenDataDir()
  const first = await start(dataDir)
  await ask(first.url, 'create table jars (name text)')
  await first.stop()
  await rm(path.join(dataDir, 'postgres-password'))

  const second = await start(dataDir)
  expect(second.url).not.toBe(first.url)
  expect(await ask(second.url, 'select * from jars')).toEqual([])
  await second.stop()

  await writeFile(path.join(await clusterDir(dataDir), 'PG_VERSION'), '16\n')
  await expect(start(dataDir)).rejects.toThrow(
    /written by PostgreSQL 16, this Petal brings PostgreSQL 18/,
  )
})
