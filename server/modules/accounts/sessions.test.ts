import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { sessions } from './accounts.table.ts'
import { deviceName } from './sessions.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer()
})

async function givenIris() {
  const profile = await givenProfile(shop.db)
  return { profile, iris: await givenSignedIn(shop, profile) }
}

describe('open sessions', () => {
  test('are listed with their devices, ended one by one, or all at once', async () => {
    const { profile, iris } = await givenIris()
    const phone = givenVisitor(shop, {
      headers: {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      },
    })
    await phone.signIn(profile.email, PASSWORD)
    const list = (await iris.get('/api/account/sessions')).body as {
      id: string
      device: string
      current: boolean
    }[]
    expect(list).toHaveLength(2)
    expect(list.find(({ current }) => !current)?.device).toBe('Safari on iPhone')
    expect(JSON.stringify(list)).not.toContain('token')

    const theirs = list.find(({ current }) => !current)?.id
    expect((await iris.call('DELETE', `/api/account/sessions/${theirs}`)).status).toBe(200)
    expect(await phone.session()).toBeNull()
    expect(await iris.session()).not.toBeNull()

    expect((await iris.call('DELETE', '/api/account/sessions')).status).toBe(200)
    expect((await iris.get('/api/account')).status).toBe(401)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, profile.id))).toBe(0)
  })

  test('of another account are neither listed nor ended: 100 ids, one answer', async () => {
    const { iris } = await givenIris()
    const victim = await givenProfile(shop.db)
    const rows = await shop.db
      .insert(sessions)
      .values(
        Array.from({ length: 100 }, () => ({
          user_id: victim.id,
          token: randomUUID(),
          expires_at: new Date(Date.now() + 3_600_000),
        })),
      )
      .returning({ id: sessions.id })
    const answers = new Set<string>()
    for (let n = 0; n < rows.length; n += 50) {
      const batch = rows
        .slice(n, n + 50)
        .map(({ id }) => iris.call('DELETE', `/api/account/sessions/${id}`))
      for (const { status, text } of await Promise.all(batch)) answers.add(`${status} ${text}`)
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^404 /)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, victim.id))).toBe(100)
    expect((await iris.get('/api/account/sessions')).text).not.toContain(rows[0]!.id)
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
])('the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
