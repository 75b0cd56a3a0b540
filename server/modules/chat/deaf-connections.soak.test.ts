import { expect, test, vi } from 'vitest'
import { BEHIND_PROXY, givenVisitor } from '#server/testing/account-factories.ts'
import { followChat, givenChat, say } from '#server/testing/chat-factories.ts'
import { givenDatabaseBehindProxy } from '#server/testing/database-proxy.ts'
import { givenServer } from '#server/testing/server.ts'

/**
 * The listening connection asks every 10 s and is given up after 20 s without an answer, the others after 35 s. Without
 * that, TCP itself gives up after many minutes.
 */
const LONGEST_SECONDS = 60
/** Only to end a test that would wait for ever. */
const PATIENCE = { timeout: 600_000, interval: 500 }

test('when all connections of a process have gone deaf, its chat streams recover within a minute', async () => {
  const database = await givenDatabaseBehindProxy()
  const deaf = await givenServer({ env: BEHIND_PROXY, databaseUrl: database.url })
  const secret = deaf.config.secrets.session
  const env = { ...BEHIND_PROXY, SESSION_SECRET: secret }
  const other = await givenServer({ env, databaseUrl: database.direct })
  const iris = givenVisitor(other, { ip: '10.9.0.1' })
  const conversation = await givenChat(iris)
  const stream = await followChat(deaf, iris, conversation)
  await say(iris, conversation, 'Before')
  await stream.next('message', ({ message }) => message.message === 'Before')

  /** As the browser does: a stream that ends, or is refused, is opened again. */
  const hear = (text: string) =>
    vi.waitFor(async () => {
      const again = await followChat(deaf, iris, conversation)
      expect(again.status).toBe(200)
      await again.next('message', ({ message }) => message.message === text)
    }, PATIENCE)

  database.goDeaf()
  const start = performance.now()
  await say(iris, conversation, 'Meanwhile')
  await stream.next('message', ({ message }) => message.message === 'Meanwhile').catch(() => {})
  await hear('Meanwhile')
  const seconds = Math.round((performance.now() - start) / 1000)
  expect(seconds).toBeLessThan(LONGEST_SECONDS)

  const visitor = givenVisitor(deaf, { ip: '10.9.0.2' })
  expect(await say(visitor, conversation, 'Through this process')).toMatchObject({ status: 200 })
  await hear('Through this process')
})
