import { beforeAll, expect, test } from 'vitest'
import { givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { manageAdmins } from './admins.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer()
})

const run = async (...words: string[]) => {
  const { ok, lines } = await manageAdmins(shop.db, words)
  return { ok, text: lines.join('\n') }
}

test('a role that is granted and revoked counts at once, and no older cookie is left', async () => {
  const profile = await givenProfile(shop.db)
  const shopper = await givenSignedIn(shop, profile)
  expect(await run('grant', ` ${profile.email.toUpperCase()} `)).toMatchObject({
    ok: true,
    text: expect.stringContaining('at least 12 characters'),
  })
  expect(await shopper.session()).toBeNull()

  const ada = givenVisitor(shop)
  await ada.signIn(profile.email, PASSWORD)
  expect((await ada.get('/api/mails')).status).toBe(200)
  expect((await run('list')).text).toContain(profile.email)

  expect((await run('revoke', profile.email)).ok).toBe(true)
  expect((await ada.get('/api/mails')).status).toBe(401)
  expect(await ada.session()).toBeNull()
  expect((await run('list')).text).toContain('Nobody is an administrator')
})

test('doing it twice is fine; an unknown address and a strange command are explained', async () => {
  const { email } = await givenProfile(shop.db)
  await run('grant', email)
  expect(await run('grant', email)).toEqual({
    ok: true,
    text: `${email} is an administrator already.`,
  })
  await run('revoke', email)
  expect(await run('revoke', email)).toEqual({ ok: true, text: `${email} is no administrator.` })
  expect(await run('grant', 'nobody@example.com')).toMatchObject({ ok: false })
  for (const words of [[], ['help'], ['grant'], ['drop', 'tables']]) {
    expect((await run(...words)).text).toContain('npm run admin -- grant EMAIL')
  }
})
