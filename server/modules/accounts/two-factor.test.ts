import { beforeAll, describe, expect, test } from 'vitest'
import { BEHIND_PROXY, givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { codeOf } from '#server/testing/totp.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
})

let network = 0
const visitor = () => givenVisitor(shop, { ip: `10.5.${++network}.1` })

type SetUp = { uri: string; secret: string; recovery_codes: string[] }

async function givenTwoSteps() {
  const admin = await givenAdmin(shop.db)
  const ada = await givenSignedIn(shop, admin)
  const { body } = await ada.post('/api/account/two-factor', { password: PASSWORD })
  const set = body as SetUp
  const on = await ada.post('/api/account/two-factor/on', { code: codeOf(set.secret) })
  expect(on.status).toBe(200)
  return { admin, ada, ...set }
}

describe('two-step sign-in', () => {
  test('asks for a code of the app before there is a session', async () => {
    const { admin, ada, secret, uri } = await givenTwoSteps()
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    expect((await ada.get('/api/account')).body).toMatchObject({ two_factor_enabled: true })

    const browser = visitor()
    const first = await browser.signIn(admin.email, PASSWORD)
    expect(first.body).toEqual({ second_step: true })
    expect(await browser.session()).toBeNull()
    const second = await browser.post('/api/auth/sign-in/second-step', {
      code: codeOf(secret),
      recovery: false,
    })
    expect(second.body).toEqual({ done: true })
    expect(await browser.session()).toMatchObject({ role: 'admin' })
  })

  test('takes each recovery code once', async () => {
    const { admin, recovery_codes } = await givenTwoSteps()
    expect(recovery_codes).toHaveLength(10)
    const attempt = async () => {
      const browser = visitor()
      await browser.signIn(admin.email, PASSWORD)
      const body = { code: recovery_codes[0], recovery: true }
      const { status } = await browser.post('/api/auth/sign-in/second-step', body)
      return { status, session: await browser.session() }
    }
    expect(await attempt()).toMatchObject({ status: 200, session: { role: 'admin' } })
    expect(await attempt()).toEqual({ status: 401, session: null })
  })

  test('stops guessing: after some wrong codes not even the right one is accepted', async () => {
    const { admin, secret } = await givenTwoSteps()
    const browser = visitor()
    await browser.signIn(admin.email, PASSWORD)
    const step = (code: string) =>
      browser.post('/api/auth/sign-in/second-step', { code, recovery: false })
    const right = codeOf(secret)
    for (let n = 0; n < 20; n++) {
      const wrong = String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0')
      expect((await step(wrong)).status).toBe(401)
    }
    expect((await step(codeOf(secret))).body).toMatchObject({ code: 'START_AGAIN' })
    expect(await browser.session()).toBeNull()
  })

  test('counts only after a code proved the app, and ends with the password', async () => {
    const ada = await givenSignedIn(shop, await givenAdmin(shop.db))
    await ada.post('/api/account/two-factor', { password: PASSWORD })
    const wrong = await ada.post('/api/account/two-factor/on', { code: '000000' })
    expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' })
    expect((await ada.get('/api/account')).body).toMatchObject({ two_factor_enabled: false })

    const two = await givenTwoSteps()
    const again = await two.ada.post('/api/account/two-factor', { password: PASSWORD })
    expect(again.body).toMatchObject({ code: 'ALREADY_ON' })
    const off = (password: string) => two.ada.post('/api/account/two-factor/off', { password })
    expect((await off('wrong')).body).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await off(PASSWORD)).status).toBe(200)
    expect((await visitor().signIn(two.admin.email, PASSWORD)).body).toEqual({ second_step: false })
  })

  test('gives new recovery codes for the old ones', async () => {
    const { ada, admin, recovery_codes } = await givenTwoSteps()
    const { body } = await ada.post('/api/account/two-factor/recovery-codes', {
      password: PASSWORD,
    })
    const fresh = (body as SetUp).recovery_codes
    expect(fresh).toHaveLength(10)
    const browser = visitor()
    await browser.signIn(admin.email, PASSWORD)
    const step = (code = '') =>
      browser.post('/api/auth/sign-in/second-step', { code, recovery: true })
    expect((await step(recovery_codes[0])).status).toBe(401)
    expect((await step(fresh[0])).status).toBe(200)
  })

  test('is for those who run the shop', async () => {
    const iris = await givenSignedIn(shop, await givenProfile(shop.db))
    const { status } = await iris.post('/api/account/two-factor', { password: PASSWORD })
    expect(status).toBe(403)
  })
})
