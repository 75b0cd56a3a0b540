import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { onFileEnd } from '../testing/cleanup.ts'
import { connectDatabase, isDatabaseUnavailable } from './database.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It should have failed'),
    (error) => error,
  )

async function query(url: string) {
  const database = connectDatabase(url)
  onFileEnd(() => database.close())
  return failureOf(database.db.execute('select 1'))
}

test('only a database that can not be reached counts as unavailable, not any file or server', async () => {
  const port = await freePort()
  expect(isDatabaseUnavailable(await query(`postgresql://petal@127.0.0.1:${port}/petal`))).toBe(
    true,
  )
  expect(isDatabaseUnavailable(await query('postgresql://petal@/petal?host=/nowhere'))).toBe(true)

  const missingFile = await failureOf(readFile('/nowhere/picture.webp'))
  expect(missingFile).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(missingFile)).toBe(false)
  const refused = await failureOf(fetch(`http://127.0.0.1:${port}`))
  expect(refused).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  expect(isDatabaseUnavailable(refused)).toBe(false)
})

test('a server whose disk is full can be asked again later, one that refuses what is asked can not', async () => {
  const { db } = await givenDatabase()
  const failWith = (state: string) =>
    failureOf(db.execute(`do $$ begin raise exception using errcode = '${state}'; end $$`))
  for (const state of ['53100', '53200', '53300', '58030']) {
    expect(isDatabaseUnavailable(await failWith(state)), state).toBe(true)
  }
  for (const state of ['23505', '53400', '57014']) {
    expect(isDatabaseUnavailable(await failWith(state)), state).toBe(false)
  }
})
