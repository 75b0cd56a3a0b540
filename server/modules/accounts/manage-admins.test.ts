import { beforeAll, expect, test } from 'vitest'
import { givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { manageAdmins } from './manage-admins.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer()
})

const told = async (...words: string[]) => {
  const { ok, lines } = await manageAdmins(shop.db, words)
  return { ok, text: lines.join('\n') }
}

test('a role that is granted and revoked counts at once, and no older cookie is left', async () => {
  const profile = await givenProfile(shop.db)
  const shopper = await givenSignedIn(shop, profile)
  expect(await told('grant', ` ${profile.email.toUpperCase()} `)).toMatchObject({
    ok: true,
    text: expect.stringContaining('at least 12 characters'),
  })
  expect(await shopper.session()).toBeNull()

  const ada = givenVisitor(shop)
  await ada.signIn(profile.email, PASSWORD)
  expect((await ada.get('/api/mails')).status).toBe(200)
  expect((await told('list')).text).toContain(profile.email)

  expect((await told('revoke', profile.email)).ok).toBe(true)
  expect((await ada.get('/api/mails')).status).toBe(401)
  expect(await ada.session()).toBeNull()
  expect((await told('list')).text).toContain('Nobody is an administrator')
})

test('doing it twice is fine; an unknown address and a strange command are explained', async () => {
  const { email } = await givenProfile(shop.db)
  await told('grant', email)
  expect(await told('grant', email)).toEqual({
    ok: true,
    text: `${email} is an administrator already.`,
  })
  await told('revoke', email)
  expect(await told('revoke', email)).toEqual({ ok: true, text: `${email} is no administrator.` })
  expect(await told('grant', 'nobody@example.com')).toMatchObject({ ok: false })
  for (const words of [[], ['help'], ['grant'], ['drop', 'tables']]) {
    expect((await told(...words)).text).toContain('npm run admin -- grant EMAIL')
  }
})
