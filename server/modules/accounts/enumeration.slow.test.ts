import { createHook } from 'node:async_hooks'
import { beforeAll, expect, test } from 'vitest'
import { BEHIND_PROXY, givenVisitor } from '#server/testing/account-factories.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { inLanes } from '#server/testing/order-factories.ts'
import { givenServer, soakSize } from '#server/testing/server.ts'
import { profiles } from './accounts.table.ts'
import { hashPassword, storePassword } from './password-hash.ts'

const ADDRESSES = soakSize({ usual: 40, soak: 400 })
/** A sign-up hashes a password, so usually only some addresses sign up. */
const SIGN_UPS = soakSize({ usual: 4, soak: 400 })

let shop: Awaited<ReturnType<typeof givenServer>>
let address = 0
/** Each request from another network: otherwise the limits answer first, also alike. */
const nextIp = () => `10.0.${Math.floor(++address / 250)}.${(address % 250) + 1}`

beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
})

async function givenProfiles(count: number) {
  const password = await hashPassword(PASSWORD)
  const rows = await shop.db
    .insert(profiles)
    .values(
      Array.from({ length: count }, (_, n) => ({
        full_name: 'Iris Bloom',
        email: `known.${n}@example.com`,
      })),
    )
    .returning()
  for (const { id } of rows) await storePassword(shop.db, id, password)
  return rows.map(({ email }) => email)
}

const newcomer = (email: string) => ({
  full_name: 'Iris Bloom',
  email,
  password: 'a quiet morning',
  terms_accepted: true,
})

test(`${ADDRESSES} addresses, half of them known: signing in, signing up and forgetting answer alike`, async () => {
  const known = await givenProfiles(ADDRESSES / 2)
  const answers = {
    signIn: new Set<string>(),
    signUp: new Set<string>(),
    forgot: new Set<string>(),
  }
  const queue = known.flatMap((email, n) => [email, `nobody.${n}@example.com`])
  await inLanes(queue, 20, async (email, n) => {
    const visitor = givenVisitor(shop, { ip: nextIp() })
    const forgot = await visitor.post('/api/auth/request-password-reset', { email })
    answers.forgot.add(`${forgot.status} ${forgot.text}`)
    const signIn = await visitor.signIn(email, 'wrong password')
    answers.signIn.add(`${signIn.status} ${signIn.text}`)
    // Signing up makes an address known, so it comes last.
    if (n >= SIGN_UPS) return
    const signUp = await visitor.post('/api/auth/sign-up/email', newcomer(email))
    answers.signUp.add(`${signUp.status} ${signUp.text}`)
  })
  expect([...answers.forgot]).toEqual(['200 {"done":true}'])
  expect([...answers.signUp]).toEqual(['200 {"done":true}'])
  expect(answers.signIn.size).toBe(1)
  expect([...answers.signIn][0]).toMatch(/^401 .*"Invalid email or password"/)
}, 600_000)

test('an unknown address costs one password hash, as a known one does', async () => {
  const profile = await givenProfile(shop.db)
  await storePassword(shop.db, profile.id, await hashPassword(PASSWORD))
  const hashesFor = async (email: string) => {
    let hashes = 0
    const counting = createHook({
      init(_, type) {
        if (type === 'SCRYPTREQUEST') hashes++
      },
    }).enable()
    const { status } = await givenVisitor(shop, { ip: nextIp() }).signIn(email, 'wrong password')
    counting.disable()
    expect(status).toBe(401)
    return hashes
  }
  expect(await hashesFor(profile.email)).toBe(1)
  expect(await hashesFor('nobody.a@example.com')).toBe(1)
})
