import { getEventMeta } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import type { Database } from './database.ts'
import { createEvents, deleteOldEvents, raiseEvent } from './events.ts'
import { createListener, type Listener } from './listener.ts'
import { createLog } from './log.ts'

type Note = { text: string }

let database: Database
const listeners: Listener[] = []

beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(async () => {
  for (const listener of listeners) await listener.stop()
})

/** What one process has: its own listening connection. */
async function givenProcess() {
  const listener = createListener(database.url, createLog('silent'))
  listeners.push(listener)
  const events = createEvents(database.db, listener)
  await listener.start()
  return events
}

/** Collects events until there are enough. */
async function hear(stream: AsyncGenerator<Note>, count: number) {
  const heard: { text: string; id: string | undefined }[] = []
  for await (const event of stream) {
    heard.push({ text: event.text, id: getEventMeta(event)?.id })
    if (heard.length === count) break
  }
  return heard
}

const raise = (topic: string, text: string) =>
  database.db.transaction((tx) => raiseEvent(tx, topic, { text }))

test('an event raised in one process reaches a subscriber in another, in order', async () => {
  const other = await givenProcess()
  const heard = hear(other.subscribe<Note>('chat:1', {}), 3)
  for (const text of ['one', 'two', 'three']) await raise('chat:1', text)
  await raise('chat:2', 'not for us')
  expect((await heard).map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

test('nothing is sent when the transaction rolls back', async () => {
  const process = await givenProcess()
  const heard = hear(process.subscribe<Note>('rollback', {}), 1)
  await database.db
    .transaction(async (tx) => {
      await raiseEvent(tx, 'rollback', { text: 'never happened' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await raise('rollback', 'happened')
  expect((await heard)[0]?.text).toBe('happened')
})

test('a subscriber that reconnects with its last id gets what it missed, once', async () => {
  const process = await givenProcess()
  const first = hear(process.subscribe<Note>('resume', {}), 1)
  await raise('resume', 'seen')
  const last_event_id = (await first)[0]?.id
  await raise('resume', 'missed')
  const second = hear(process.subscribe<Note>('resume', { last_event_id }), 2)
  await raise('resume', 'live')
  expect((await second).map(({ text }) => text)).toEqual(['missed', 'live'])
})

test('subscribers that reconnect while events are raised miss none', async () => {
  const process = await givenProcess()
  const first = hear(process.subscribe<Note>('busy', {}), 1)
  await raise('busy', 'seen')
  const last_event_id = (await first)[0]?.id
  const texts = Array.from({ length: 40 }, (_, n) => `${n}`)
  const streams: Promise<{ text: string }[]>[] = []
  for (const text of texts) {
    // Every other one is too large for a notification and has to be read from the table.
    const padding = Number(text) % 2 ? ' '.repeat(9_000) : ''
    const raised = raise('busy', text + padding)
    streams.push(hear(process.subscribe<Note>('busy', { last_event_id }), texts.length))
    await raised
  }
  for (const heard of await Promise.all(streams)) {
    expect(heard.map(({ text }) => text.trim())).toEqual(texts)
  }
})

test('an event larger than a notification arrives whole', async () => {
  const process = await givenProcess()
  const heard = hear(process.subscribe<Note>('large', {}), 1)
  await raise('large', 'x'.repeat(50_000))
  expect((await heard)[0]?.text).toHaveLength(50_000)
})

test('a lost listening connection comes back and catches up', async () => {
  const process = await givenProcess()
  const heard = hear(process.subscribe<Note>('gap', {}), 2)
  await raise('gap', 'before')
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
  )
  await raise('gap', 'while nobody listened')
  expect((await heard).map(({ text }) => text)).toEqual(['before', 'while nobody listened'])
})

test('a subscriber that leaves is removed, by its signal or by returning', async () => {
  const process = await givenProcess()
  const leaving = new AbortController()
  const aborted = process.subscribe<Note>('leave', { signal: leaving.signal })
  const returned = process.subscribe<Note>('leave', {})
  const next = aborted.next()
  const first = returned.next()
  expect(process.countSubscribers('leave')).toBe(2)

  leaving.abort()
  expect((await next).done).toBe(true)
  expect(process.countSubscribers('leave')).toBe(1)

  await raise('leave', 'last')
  await first
  await returned.return(undefined)
  expect(process.countSubscribers('leave')).toBe(0)
})

test('events are stored for an hour', async () => {
  await raise('old', 'soon deleted')
  await database.db.execute(sql`update live_events set created_at = now() - interval '61 minutes'`)
  await deleteOldEvents(database.db)
  const { rows } = await database.db.execute(sql`select count(*)::int as left from live_events`)
  expect(rows[0]).toEqual({ left: 0 })
})
