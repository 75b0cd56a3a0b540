import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { mails } from '#server/modules/mail/mail.table.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import {
  answer,
  followChat,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { soakSize } from '#server/testing/server.ts'
import { chat_links } from './chat.table.ts'
import { mailReplies } from './reply-mails.ts'

const ADDRESSES = soakSize({ usual: 20, soak: 1000 })

let chat: Awaited<ReturnType<typeof givenChatShop>>

beforeAll(async () => {
  chat = await givenChatShop()
})

const mailsTo = (address: string) =>
  chat.db.select().from(mails).where(eq(mails.to_address, address))

/** Waits for a mail and returns the token of its link. */
async function mailedToken(address: string) {
  const mail = await eventually(async () => {
    const [found] = await mailsTo(address)
    if (!found) throw new Error(`No mail to ${address}`)
    return found
  })
  return /#chat=([\w-]+)/.exec(mail.html ?? '')?.[1] ?? ''
}

const open = (token: string) => chat.shopper().post('/api/chat/open-link', { token })

describe('the history of an address', () => {
  // Shows S7.15, S9.9
  test('shows the conversations whose secret the browser has, newest first, at most ten', async () => {
    const iris = chat.shopper()
    const customer_email = 'ten@example.com'
    const known = []
    for (let n = 0; n < 12; n++) {
      chat.clock.advance({ seconds: 1 })
      known.push(await givenChat(iris, { customer_email }))
    }
    const other = await givenChat(iris, { customer_email: 'other@example.com' })
    const history = (of: object[]) =>
      iris.post('/api/chat/history', { customer_email: 'Ten@Example.com', known: of })
    const { body } = await history([...known, other])
    expect((body as { conversations: { id: string }[] }).conversations.map(({ id }) => id)).toEqual(
      known
        .map(({ id }) => id)
        .reverse()
        .slice(0, 10),
    )
    const forged = known.map(({ id }) => ({ id, secret: other.secret }))
    expect((await history(forged)).body).toEqual({ conversations: [] })
  })

  // Shows S7.15
  test('shows those of the signed-in account, and lets it read them without a secret', async () => {
    const profile = await givenProfile(chat.db)
    const iris = await givenSignedIn(chat.first, profile)
    const mine = await givenChat(iris)
    await say(iris, mine, 'mine')
    const elsewhere = await givenSignedIn(chat.first, profile)
    const asked = { customer_email: profile.email, known: [] }
    expect((await elsewhere.post('/api/chat/history', asked)).body).toMatchObject({
      conversations: [{ id: mine.id, last_message: 'mine' }],
    })
    const thread = `/api/chat_conversations/${mine.id}/thread`
    expect((await elsewhere.post(thread)).body).toMatchObject({ messages: [{ message: 'mine' }] })
    const stranger = await givenSignedIn(chat.first, await givenProfile(chat.db))
    expect((await stranger.post('/api/chat/history', asked)).body).toEqual({ conversations: [] })
    expect((await stranger.post(thread)).status).toBe(404)
  })

  test('never says whether an address has chats: history and link answer the same for all', async () => {
    const answers = new Set<string>()
    for (let n = 0; n < ADDRESSES; n++) {
      const customer_email = `probe${n}@example.com`
      if (n % 2) await givenChat(chat.shopper(), { customer_email })
      const stranger = chat.shopper()
      const history = await stranger.post('/api/chat/history', { customer_email, known: [] })
      const link = await stranger.post('/api/chat/history-link', { customer_email })
      answers.add(`${history.status} ${history.text} ${link.status} ${link.text}`)
    }
    expect([...answers]).toEqual(['200 {"conversations":[]} 200 {"requested":true}'])
  })

  test('a mailed link opens it once, within ten minutes', async () => {
    const customer_email = 'linked@example.com'
    const chatted = await givenChat(chat.shopper(), { customer_email })
    await chat.shopper().post('/api/chat/history-link', { customer_email })
    const token = await mailedToken(customer_email)
    const { body } = await open(token)
    expect(body).toMatchObject({ purpose: 'history', conversations: [{ id: chatted.id }] })
    const [conversation] = (body as { conversations: { id: string; secret: string }[] })
      .conversations
    if (!conversation) throw new Error('No conversation')
    expect((await say(chat.shopper(), conversation, 'back again')).status).toBe(200)
    expect((await open(token)).body).toMatchObject({ code: 'LINK_EXPIRED' })

    const late = 'late@example.com'
    await givenChat(chat.shopper(), { customer_email: late })
    await chat.shopper().post('/api/chat/history-link', { customer_email: late })
    const lateToken = await mailedToken(late)
    chat.clock.advance({ minutes: 10 })
    expect((await open(lateToken)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  })

  test('is not mailed to an address without chats', async () => {
    const nobody = 'nobody@example.com'
    const somebody = 'somebody@example.com'
    await givenChat(chat.shopper(), { customer_email: somebody })
    await chat.shopper().post('/api/chat/history-link', { customer_email: nobody })
    await chat.shopper().post('/api/chat/history-link', { customer_email: somebody })
    await mailedToken(somebody)
    expect(await mailsTo(nobody)).toEqual([])
  })
})

describe('a reply to somebody who has left', () => {
  test('is mailed once, several together, with a link back into the conversation', async () => {
    const customer_email = 'left@example.com'
    const ada = await chat.agent()
    const conversation = await givenChat(chat.shopper(), {
      customer_email,
      follow_up_by_mail: true,
    })
    await answer(ada, conversation.id, { message: 'Yes, it is vegan.' })
    await answer(ada, conversation.id, { message: 'And cruelty-free.' })
    const request = { conversation_id: conversation.id }
    await mailReplies(chat.first, request)
    await mailReplies(chat.second, request)
    const token = await mailedToken(customer_email)
    const sent = await mailsTo(customer_email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Yes, it is vegan.')
    expect(sent[0]?.text).toContain('And cruelty-free.')
    for (const _ of ['phone', 'laptop']) {
      expect((await open(token)).body).toMatchObject({
        purpose: 'reply',
        conversations: [{ id: conversation.id }],
      })
    }
    chat.clock.advance({ days: 7 })
    expect((await open(token)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  })

  test('is not mailed when it was read meanwhile', async () => {
    const customer_email = 'came-back@example.com'
    const iris = chat.shopper()
    const conversation = await givenChat(iris, { customer_email, follow_up_by_mail: true })
    await answer(await chat.agent(), conversation.id, { message: 'Hello' })
    const stream = await followChat(chat.first, iris, conversation)
    await stream.next('message')
    const { id, secret } = conversation
    await iris.call('PUT', `/api/chat_conversations/${id}/customer_read`, { secret, seq: 1 })
    await mailReplies(chat.first, { conversation_id: id })
    expect(await chat.db.$count(chat_links, eq(chat_links.conversation_id, id))).toBe(0)
    stream.close()
  })
})
