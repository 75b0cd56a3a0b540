import pg from 'pg'
import { expect, test } from 'vitest'
import { givenDatabaseBehindProxy } from '#server/testing/database-proxy.ts'
import { eventually } from '#server/testing/eventually.ts'
import { onFileEnd } from '../testing/cleanup.ts'
import { createListener } from './listener.ts'
import { createLog } from './log.ts'

test('a listening connection that has gone deaf is replaced, and what was missed is read again', async () => {
  const database = await givenDatabaseBehindProxy()
  const listener = createListener(database.url, createLog('silent'), {
    heartbeatMs: 50,
    silenceMs: 300,
  })
  const heard: string[] = []
  let gaps = 0
  listener.on('signals', (payload) => heard.push(payload))
  listener.onGap(() => gaps++)
  await listener.start()
  onFileEnd(() => listener.stop())
  const client = new pg.Client({ connectionString: database.direct })
  await client.connect()
  onFileEnd(() => client.end())
  await client.query("select pg_notify('signals', 'before')")
  await eventually(() => expect(heard).toEqual(['before']))

  database.goDeaf()
  await client.query("select pg_notify('signals', 'missed')")
  await eventually(() => expect(gaps).toBe(1))
  await client.query("select pg_notify('signals', 'after')")
  await eventually(() => expect(heard).toEqual(['before', 'after']))
})
