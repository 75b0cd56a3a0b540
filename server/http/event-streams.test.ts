import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessions, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { manageAdmins } from '#server/modules/accounts/index.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import {
  followChanges,
  followChat,
  followDesk,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'

let chat: Awaited<ReturnType<typeof givenChatShop>>

beforeAll(async () => {
  chat = await givenChatShop()
})

/** An admin with a chat screen in one process and the back office in the other, on one device. */
async function givenAda() {
  const profile = await givenAdmin(chat.db)
  const ada = await givenSignedIn(chat.first, profile)
  const desk = await followDesk(chat.first, ada)
  const changes = await followChanges(chat.second, ada)
  await desk.next('ready')
  return { profile, ada, desk, ended: Promise.all([desk.finished, changes.finished]) }
}

describe('event streams end in every process', () => {
  test('when a role is revoked: what happens afterwards reaches nobody', async () => {
    const { profile, desk, ended } = await givenAda()
    const iris = chat.shopper()
    const conversation = await givenChat(iris)
    await manageAdmins(chat.db, ['revoke', profile.email])
    await say(iris, conversation, 'My card number is on the receipt')
    await ended
    expect(JSON.stringify(desk.events)).not.toContain('receipt')
  })

  test('when the role alone is gone, such as by a statement of an operator', async () => {
    const { profile, ended } = await givenAda()
    await chat.db.delete(user_roles).where(eq(user_roles.user_id, profile.id))
    await ended
  })

  test('when the role becomes another one; what the new one may not see is not opened again', async () => {
    const { profile, ada, ended } = await givenAda()
    const owner = await givenSignedIn(chat.second, await givenAdmin(chat.db))
    const edit = { role: 'content', two_factor_required: false, version: 1 }
    const path = `/api/people/${profile.id}`
    expect(await owner.call('PUT', path, edit)).toMatchObject({ status: 200 })
    await ended
    expect((await ada.get('/api/chat/events')).status).toBe(403)
    const changes = await followChanges(chat.second, ada)
    // Two-step sign-in that is required from now on ends it as well.
    await owner.call('PUT', path, { ...edit, two_factor_required: true, version: 2 })
    await changes.finished
    expect((await ada.get('/api/live/changes')).status).toBe(403)
  })

  test('on signing out, and not on other devices', async () => {
    const { profile, ada, ended } = await givenAda()
    const phone = await givenSignedIn(chat.first, profile)
    const stays = await followDesk(chat.second, phone)
    await ada.post('/api/auth/sign-out')
    await ended
    await say(chat.shopper(), await givenChat(chat.shopper()), 'Hello')
    await stays.next('message', ({ message }) => message.message === 'Hello')
  })

  test('with a new password, on all other devices', async () => {
    const { profile, ended } = await givenAda()
    const phone = await givenSignedIn(chat.second, profile)
    const stays = await followDesk(chat.second, phone)
    const passwords = { current_password: PASSWORD, new_password: 'another long password' }
    expect(await phone.post('/api/account/password', passwords)).toMatchObject({ status: 200 })
    await ended
    await say(chat.shopper(), await givenChat(chat.shopper()), 'Hi')
    await stays.next('message', ({ message }) => message.message === 'Hi')
  })

  test('when the account is closed; who has the secret of a conversation reads on', async () => {
    const iris = await givenSignedIn(chat.first, await givenProfile(chat.db), { ip: '10.8.0.1' })
    const conversation = await givenChat(iris)
    const byAccount = await followChat(chat.second, iris, { id: conversation.id })
    const bySecret = await followChat(chat.second, chat.shopper(), conversation)
    await byAccount.next('state')
    const closed = await iris.post('/api/account/delete', { password: PASSWORD })
    expect(closed).toMatchObject({ status: 200 })
    await byAccount.finished
    await say(iris, conversation, 'Goodbye')
    await bySecret.next('message')
    expect((await followChat(chat.second, iris, { id: conversation.id })).status).toBe(404)
  })

  test('when a process that missed the end of a session hears again', async () => {
    const { profile, ended } = await givenAda()
    await chat.db.execute(sql`alter table sessions disable trigger access_ended`)
    await chat.db.delete(sessions).where(eq(sessions.user_id, profile.id))
    await chat.db.execute(sql`alter table sessions enable trigger access_ended`)
    await chat.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'petal-listener'`)
    await ended
  })
})

test('a stream that is refused says why, like any other call', async () => {
  const shopper = await givenSignedIn(chat.first, await givenProfile(chat.db))
  const id = crypto.randomUUID()
  const answers = [
    await chat.shopper().get('/api/live/changes'),
    await shopper.get('/api/live/changes'),
    await (await chat.agent()).get('/api/chat/events?connection_id=nonsense'),
    await shopper.post(`/api/chat_conversations/${id}/events`, { after_seq: 0 }),
    await shopper.post(`/api/chat_conversations/${id}/events`, { after_seq: 'x' }),
  ]
  expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [400, 'BAD_REQUEST'],
    [404, 'CHAT_NOT_FOUND'],
    [400, 'BAD_REQUEST'],
  ])
  const isDeclared = answers.map(({ body }) => (body as { defined: boolean }).defined)
  expect(isDeclared).toEqual([true, true, false, true, false])
  expect(answers[2]?.body).toMatchObject({ data: { issues: [{ path: ['connection_id'] }] } })
})

test('a session that ends while its stream opens does not keep it', async () => {
  const profile = await givenAdmin(chat.db)
  const ada = await givenSignedIn(chat.first, profile)
  // The request has read its session, and waits for the table of connections.
  const opened = await chat.db.transaction(async (tx) => {
    await tx.execute(sql`lock table chat_connections`)
    const stream = await followDesk(chat.second, ada)
    await chat.db.delete(sessions).where(eq(sessions.user_id, profile.id))
    return stream
  })
  await opened.finished
  await eventually(async () => expect((await ada.get('/api/live/changes')).status).toBe(401))
})
