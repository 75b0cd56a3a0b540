import { expect, test } from 'vitest'
import { givenDatabaseBehindProxy } from '#server/testing/database-proxy.ts'
import { onFileEnd } from '../testing/cleanup.ts'
import { connectDatabase, isDatabaseUnavailable } from './database.ts'

/** Long enough that a busy machine answers within it. */
const SILENCE_MS = 2000

/** Two open connections through a proxy that can stop to forward. */
async function givenPool() {
  const proxy = await givenDatabaseBehindProxy()
  const database = connectDatabase(proxy.url, { max: 2, silenceMs: SILENCE_MS })
  onFileEnd(() => database.close())
  await Promise.all([database.db.execute('select 1'), database.db.execute('select 1')])
  expect(database.pool.totalCount).toBe(2)
  return { proxy, ...database }
}

const failure = (work: Promise<unknown>) => work.then(() => undefined, isDatabaseUnavailable)

test('connections that stop to answer fail as unavailable, and new ones replace them', async () => {
  const { proxy, db } = await givenPool()
  proxy.goDeaf()
  const query = () => failure(db.execute('select 1'))
  expect(await Promise.all([query(), query()])).toEqual([true, true])
  expect(await Promise.all([query(), query()])).toEqual([undefined, undefined])
})

test('a connection that is lost at the begin of a transaction does not stay checked out', async () => {
  const { proxy, db } = await givenPool()
  proxy.goDeaf()
  const transaction = () => failure(db.transaction((tx) => tx.execute('select 1')))
  expect(await Promise.all([transaction(), transaction()])).toEqual([true, true])
  expect(await Promise.all([transaction(), transaction()])).toEqual([undefined, undefined])
})

test('idle connections that may be dead are replaced before anybody uses them', async () => {
  const { proxy, db, pool } = await givenPool()
  proxy.goDeaf()
  void pool.dropIdle()
  expect(await failure(db.execute('select 1'))).toBeUndefined()
})

test('every session has limits for statements, idle transactions and locks', async () => {
  const { db } = await givenPool()
  const { rows } = await db.execute(
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`,
  )
  expect(rows).toEqual([{ statement: '30s', idle: '30s', lock: '10s' }])
})
