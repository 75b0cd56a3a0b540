import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { marketing_consents } from '#server/modules/consent/consent.table.ts'
import { BEHIND_PROXY, givenVisitor, mailsTo } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer, soakSize } from '#server/testing/server.ts'
import { credentials, profiles, sessions } from './accounts.table.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
})

const SIGN_UP = '/api/auth/sign-up/email'
const newcomer = (email: string, more = {}) => ({
  full_name: '  Iris Bloom ',
  email,
  password: 'a quiet morning',
  terms_accepted: true,
  ...more,
})
const profileOf = async (email: string) =>
  (await shop.db.select().from(profiles).where(eq(profiles.email, email)))[0]

describe('a new account', () => {
  // Shows S7.31
  test('is made, welcomed by mail, and not signed in before its owner does so', async () => {
    const iris = givenVisitor(shop)
    const answer = await iris.post(SIGN_UP, newcomer(' Iris@Example.com '))
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    expect(iris.cookies.size).toBe(0)
    expect(await profileOf('iris@example.com')).toMatchObject({
      full_name: 'Iris Bloom',
      email_verified: false,
    })
    await eventually(async () => {
      const sent = await mailsTo(shop.db, 'iris@example.com')
      expect(sent.map(({ template }) => template)).toEqual(['welcome'])
    })
    expect((await iris.signIn('iris@example.com', 'a quiet morning')).status).toBe(200)
  })

  // Shows S5.15, S7.31
  test('stores consent to marketing mail with its time', async () => {
    await givenVisitor(shop).post(
      SIGN_UP,
      newcomer('fern@example.com', { marketing_consent: true }),
    )
    const [listed] = await shop.db
      .select()
      .from(marketing_consents)
      .where(eq(marketing_consents.email, 'fern@example.com'))
    expect(listed?.source).toBe('sign-up')
    expect(Date.parse(listed?.given_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  // Shows S5.13, S5.14, S9.5
  test('needs the terms, a name, an address and six characters; other fields are refused', async () => {
    const refused = [
      newcomer('x@example.com', { terms_accepted: false }),
      newcomer('x@example.com', { full_name: '   ' }),
      newcomer('x@example.com', { password: '12345' }),
      newcomer('x@example.com', { password: 'a'.repeat(129) }),
      newcomer('not an address'),
      newcomer('x@example.com', { role: 'admin' }),
      newcomer('x@example.com', { email_verified: true }),
      newcomer('x@example.com', { id: crypto.randomUUID() }),
    ]
    for (const body of refused) {
      expect((await givenVisitor(shop).post(SIGN_UP, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect(await profileOf('x@example.com')).toBeUndefined()
    const six = newcomer('six@example.com', { password: 'q7-x2b' })
    expect((await givenVisitor(shop).post(SIGN_UP, six)).status).toBe(200)
  })

  test.each(['password', 'Password1', 'QWERTY', '123456', 'iloveyou', 'letmein', 'sunshine'])(
    'refuses %s, one of the worst passwords',
    async (password) => {
      const { status, body } = await givenVisitor(shop).post(
        SIGN_UP,
        newcomer('worst@example.com', { password }),
      )
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'WORST_PASSWORD' })])
    },
  )
})

describe('an address that has an account', () => {
  // Shows S8.13
  test('is not changed, and its owner is notified', async () => {
    const owner = await givenProfile(shop.db, { email: 'owner@example.com' })
    const again = newcomer('OWNER@example.com', {
      full_name: 'Mallory',
      password: 'taken over now',
    })
    const answer = await givenVisitor(shop).post(SIGN_UP, again)
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    expect((await profileOf('owner@example.com'))?.full_name).toBe(owner.full_name)
    expect((await givenVisitor(shop).signIn(owner.email, 'taken over now')).status).toBe(401)
    expect((await givenVisitor(shop).signIn(owner.email, PASSWORD)).status).toBe(200)
    await eventually(async () => {
      const [notified] = await mailsTo(shop.db, 'owner@example.com')
      expect(notified?.template).toBe('account-update')
      expect(notified?.html).toContain('/forgot-password')
    })
  })

  test('20 sign-ups with it at once make one account, without an error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        givenVisitor(shop, { ip: `10.1.0.${n + 1}` }).post(SIGN_UP, newcomer('one@example.com')),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"done":true}']),
    )
    const found = await shop.db.select().from(profiles).where(eq(profiles.email, 'one@example.com'))
    expect(found).toHaveLength(1)
    expect(await shop.db.$count(credentials, eq(credentials.user_id, found[0]!.id))).toBe(1)
  })
})

test('people who sign up, sign in and ask who they are at the same time: no 5xx, each is the right one', async () => {
  // More than the database connections of a process, and than the threads that hash.
  const people = soakSize({ usual: 15, soak: 50 })
  const seen = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const email = `parallel.${n}@example.com`
      const visitor = givenVisitor(shop, { ip: `10.2.0.${n + 1}` })
      const statuses = [
        (await visitor.post(SIGN_UP, newcomer(email))).status,
        (await visitor.signIn(email, 'a quiet morning')).status,
      ]
      const session = (await visitor.session()) as { profile?: { email: string } } | null
      return { statuses, right: session?.profile?.email === email }
    }),
  )
  expect(seen.flatMap(({ statuses }) => statuses).filter((status) => status !== 200)).toEqual([])
  expect(seen.every(({ right }) => right)).toBe(true)
  expect(await shop.db.$count(sessions)).toBeGreaterThanOrEqual(people)
})
