import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#demo/repeatable.ts'
import { type Browser, describe, WrongAnswer } from './browser.ts'
import type { Diary } from './diary.ts'

const MESSAGES = 8
/** Slower than the limit of messages. */
const BETWEEN_MESSAGES_MS = 1500

/** A conversation of some messages. A message that was not acknowledged is sent again under the same id. */
export async function chat(browser: Browser, isOver: () => boolean, diary: Diary) {
  const started = await browser.post('/api/chat_conversations', {
    customer_name: 'Iris Bloom',
    customer_email: 'iris@crash.example.com',
  })
  if (started.status !== 200) throw new WrongAnswer(`a conversation: ${describe(started)}`)
  const { conversation, secret } = started.body as { conversation: { id: string }; secret: string }
  for (let n = 0; n < MESSAGES && !isOver(); n++) {
    const message = { client_id: randomUUID(), text: `message ${n} of ${conversation.id}` }
    const sent = await browser.post('/api/chat_messages', {
      conversation_id: conversation.id,
      secret,
      client_id: message.client_id,
      message: message.text,
    })
    if (sent.status !== 200) throw new WrongAnswer(`a message: ${describe(sent)}`)
    const seq = Number(sent.body.seq)
    diary.messages.push({ ...message, conversation_id: conversation.id, seq })
    await wait(BETWEEN_MESSAGES_MS)
  }
}

/** A review with a photograph. A repeated one is refused, which says that the first was stored. */
export async function review(browser: Browser, product_id: string, photo: Buffer, diary: Diary) {
  const uploaded = await browser.upload('/api/media?purpose=review', photo)
  if (uploaded.status !== 200) throw new WrongAnswer(`an upload: ${describe(uploaded)}`)
  const media_url = String(uploaded.body.url)
  diary.uploads.push({ url: media_url, bytes: Number(uploaded.body.bytes) })
  const title = `Review ${randomUUID()}`
  const written = await browser.post('/api/reviews', {
    product_id,
    rating: 5,
    title,
    comment: 'My cheeks like it.',
    media_url,
  })
  const isThere = written.isRepeated && written.body.code === 'REVIEW_EXISTS'
  if (written.status !== 200 && !isThere) {
    throw new WrongAnswer(`a review: ${describe(written)}`)
  }
  diary.reviews.push({ id: isThere ? undefined : String(written.body.id), title, media_url })
}

/** What a colleague does: a new coupon, and a refund of an order that a buyer saw as paid. */
export async function administrate(browser: Browser, random: Random, diary: Diary) {
  const code = `CRASH${randomUUID().slice(0, 13).toUpperCase()}`
  const created = await browser.post('/api/coupons', {
    code,
    discount_percentage: 10,
    discount_amount: null,
    valid_from: '2026-01-01T00:00:00Z',
    valid_until: '2099-01-01T00:00:00Z',
    active: true,
    max_uses: null,
  })
  const isThere = created.isRepeated && created.body.code === 'COUPON_CODE_TAKEN'
  if (created.status !== 201 && !isThere) throw new WrongAnswer(`a coupon: ${describe(created)}`)
  diary.coupons.push({ code })
  if (random.happens(0.5)) await refund(browser, random, diary)
}

type Payment = { payment_id: string; amount: number; refunds: unknown[] }

/** Looks before each try: what was not acknowledged may have been done. */
async function refund(browser: Browser, random: Random, diary: Diary) {
  const paid = diary.purchases.filter(({ isPromised }) => isPromised)
  if (paid.length === 0) return
  const { id } = random.pick(paid)
  const read = async () => {
    const answer = await browser.get(`/api/orders/${id}/payments`)
    if (answer.status !== 200) throw new WrongAnswer(`payments: ${describe(answer)}`)
    return (answer.body as unknown as Payment[])[0]
  }
  const payment = await read()
  if (!payment || payment.refunds.length > 0) return
  const { payment_id, amount } = payment
  const done = await browser.post(`/api/payments/${payment_id}/refunds`, { amount })
  // The whole amount: a second refund of it is refused.
  const isThere = done.isRepeated && done.body.code === 'MORE_THAN_PAID'
  if (done.status !== 200 && !isThere) throw new WrongAnswer(`a refund: ${describe(done)}`)
  diary.refunds.push({ payment_id, cents: Math.round(amount * 100) })
}
