import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import {
  givenAccountsShop,
  givenSignedIn,
  mailedToken,
  mailsTo,
} from '#server/testing/account-factories.ts'
import { givenAdmin, givenColleague, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { invitations } from './accounts.table.ts'

let given: Awaited<ReturnType<typeof givenAccountsShop>>
let owner: Awaited<ReturnType<typeof givenSignedIn>>
let ada: { id: string }

beforeAll(async () => {
  given = await givenAccountsShop()
  ada = await givenAdmin(given.shop.db)
  owner = await givenSignedIn(given.shop, ada, { ip: given.nextIp() })
})

let invited = 0
async function givenInvitation(values: object = {}) {
  const email = `new.${++invited}@example.com`
  const edit = { email, role: 'content', two_factor_required: false, ...values }
  const { status, body } = await owner.post('/api/invitations', edit)
  expect(status).toBe(201)
  const { id } = body as { id: string }
  const token = await mailedToken(given.shop.db, edit.email, 'account-update')
  return { id, email: edit.email, token }
}

const accept = (input: object) => given.visitor().post('/api/invitation/accept', input)
const NEW = { full_name: 'Nora New', password: 'twelve letters and more' }

test('somebody without an account joins with the mailed link, once, and has the role', async () => {
  const { id, email, token } = await givenInvitation({ email: 'nora@example.com' })
  const [mail] = await mailsTo(given.shop.db, email)
  expect(mail?.html).toContain('Ada Keeper invites you')
  expect(mail?.html).toContain('Content')
  const nora = given.visitor()
  expect(await nora.post('/api/invitation', { token })).toMatchObject({
    status: 200,
    body: { email, role: 'content', invited_by: 'Ada Keeper', has_account: false },
  })
  expect(await accept({ token, ...NEW, password: 'too short' })).toMatchObject({
    body: { code: 'PASSWORD_TOO_SHORT' },
  })
  const answers = await Promise.all([accept({ token, ...NEW }), accept({ token, ...NEW })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await nora.signIn(email, NEW.password)
  expect(await nora.session()).toMatchObject({ role: 'content', needs_two_factor: false })
  expect((await nora.get('/api/editable/pages')).status).toBe(200)
  expect((await nora.get('/api/people')).status).toBe(403)

  const [stored] = await given.shop.db.select().from(audit_log).where(eq(audit_log.object_id, id))
  expect(stored).toMatchObject({
    object_type: 'people',
    actor_id: ada.id,
    after: { role: 'content' },
  })
  expect(await given.shop.db.$count(audit_log, eq(audit_log.actor_name, 'Nora New'))).toBe(1)
})

test('an account joins with its password, and is signed out everywhere', async () => {
  const profile = await givenProfile(given.shop.db)
  const hers = await givenSignedIn(given.shop, profile)
  const { token } = await givenInvitation({ email: profile.email, role: 'support' })
  expect(await hers.post('/api/invitation', { token })).toMatchObject({
    body: { has_account: true },
  })
  expect(await accept({ token, password: 'not the password' })).toMatchObject({
    body: { code: 'WRONG_PASSWORD' },
  })
  expect((await accept({ token, password: PASSWORD })).status).toBe(200)
  expect(await hers.session()).toBeNull()
  await hers.signIn(profile.email, PASSWORD)
  expect(await hers.session()).toMatchObject({ role: 'support' })
})

test('required two-step sign-in is asked of who joins', async () => {
  const { email, token } = await givenInvitation({ role: 'manager', two_factor_required: true })
  await accept({ token, ...NEW })
  const nora = given.visitor()
  await nora.signIn(email, NEW.password)
  expect(await nora.session()).toMatchObject({ role: 'manager', needs_two_factor: true })
  expect((await nora.get('/api/orders/all')).status).toBe(403)
})

test('a link works for a day; sent again, only the new one does; withdrawn, none', async () => {
  const { id, email, token } = await givenInvitation()
  given.clock.advance({ days: 1, seconds: 1 })
  expect(await accept({ token, ...NEW })).toMatchObject({ body: { code: 'LINK_EXPIRED' } })
  expect((await owner.get('/api/invitations')).body).toContainEqual(
    expect.objectContaining({ id, has_expired: true }),
  )
  expect(await owner.post(`/api/invitations/${id}/again`)).toMatchObject({
    status: 200,
    body: { has_expired: false },
  })
  const renewed = await mailedToken(given.shop.db, email, 'account-update', 2)
  expect(renewed).not.toBe(token)
  expect((await accept({ token, ...NEW })).status).toBe(409)
  expect((await given.visitor().post('/api/invitation', { token: renewed })).status).toBe(200)
  expect((await owner.call('DELETE', `/api/invitations/${id}`)).status).toBe(200)
  expect((await accept({ token: renewed, ...NEW })).status).toBe(409)
  expect((await owner.call('DELETE', `/api/invitations/${id}`)).status).toBe(404)
})

test('who is invited or in the team already is not invited again', async () => {
  const { email } = await givenInvitation()
  const edit = { email, role: 'manager', two_factor_required: false }
  expect(await owner.post('/api/invitations', edit)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_INVITED' },
  })
  const cleo = await givenColleague(given.shop.db, 'support')
  expect(await owner.post('/api/invitations', { ...edit, email: cleo.email })).toMatchObject({
    body: { code: 'ALREADY_IN_TEAM' },
  })
})

test('only the hash of a link is stored, and its mail is not shown to a manager', async () => {
  const { email, token } = await givenInvitation()
  const rows = await given.shop.db.select().from(invitations)
  expect(JSON.stringify(rows)).not.toContain(token)
  const [mail] = await mailsTo(given.shop.db, email)
  const path = `/api/mails/${mail?.id}`
  const manager = await givenSignedIn(given.shop, await givenColleague(given.shop.db, 'manager'))
  expect((await manager.get(path)).text).not.toContain(token)
  expect((await owner.get(path)).text).toContain(token)
})

test('an owner who is one no longer takes the open invitations along', async () => {
  const profile = await givenAdmin(given.shop.db)
  const other = await givenSignedIn(given.shop, profile)
  const email = 'through.the.back.door@example.com'
  await other.post('/api/invitations', { email, role: 'admin', two_factor_required: false })
  const token = await mailedToken(given.shop.db, email, 'account-update')
  await owner.call('DELETE', `/api/people/${profile.id}`)
  expect((await accept({ token, ...NEW })).status).toBe(409)
})
