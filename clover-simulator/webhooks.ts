import { createHmac } from 'node:crypto'
import type { Merchant } from './fixtures.ts'
import type { Payment } from './ledger.ts'
import { happens, type Settings, type WebhookChange, type WebhookSettings } from './settings.ts'

export type Delivery = {
  payment_id: string
  session_id: string
  status: 'APPROVED' | 'DECLINED'
  url: string | null
  /** `delayed` and `held` are still to come and turn into another one. */
  state: 'delayed' | 'held' | 'dropped' | 'answered' | 'failed'
  http_status: number | null
  error: string | null
}

export type Webhooks = {
  /** Sends what belongs before the redirect; the returned function does what belongs after it. */
  announce(payment: Payment, change?: WebhookChange): Promise<() => void>
  /** Sends at once; `timing`, `delayMs` and the fractions do not apply. */
  send(payment: Payment, change?: WebhookChange): Promise<Delivery[]>
  release(order: 'in-order' | 'reverse'): Promise<Delivery[]>
  deliveries(): Delivery[]
  /** Resolves when nothing is on its way any more. Held ones do not count. */
  idle(): Promise<void>
  forget(): void
}

type Parts = {
  merchants: Merchant[]
  settings: Settings
  fetch: typeof fetch
  now: () => number
  random: () => number
  wait: (ms: number) => Promise<void>
  stopping: AbortSignal
  limitMs: number
}

/** `Clover-Signature` over the raw body; `t` counts seconds. */
export function signWebhook(body: string, secret: string, t: number): string {
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${v1}`
}

const statusOf = (payment: Payment) => (payment.result === 'SUCCESS' ? 'APPROVED' : 'DECLINED')

export function webhookBody(payment: Payment, sessionKey: WebhookSettings['sessionKey']): string {
  const approved = payment.result === 'SUCCESS'
  const common = {
    createdTime: payment.created_time,
    message: `${approved ? 'Approved' : 'Decline'} for ${payment.amount}`,
    status: statusOf(payment),
    type: 'PAYMENT',
    id: payment.id,
    merchantId: payment.merchant_id,
  }
  const session = payment.session_id
  if (sessionKey === 'data') return JSON.stringify({ ...common, data: session })
  if (sessionKey === 'data.checkoutSessionId') {
    return JSON.stringify({ ...common, data: { checkoutSessionId: session } })
  }
  if (sessionKey === 'checkoutSessionId') {
    return JSON.stringify({ ...common, checkoutSessionId: session })
  }
  const capital = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)
  const entries = Object.entries({ ...common, data: session })
  return JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [capital(key), value])))
}

const atOnce = 50

export function createWebhooks(parts: Parts): Webhooks {
  const { settings, random, now } = parts
  let log: Delivery[] = []
  let held: { payment: Payment; settings: WebhookSettings; entry: Delivery }[] = []
  const underWay = new Set<Promise<unknown>>()

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    const done = () => underWay.delete(work)
    work.then(done, done)
    return work
  }

  const merchantOf = (payment: Payment) =>
    parts.merchants.find((merchant) => merchant.id === payment.merchant_id)

  const settingsFor = (payment: Payment, change: WebhookChange = {}): WebhookSettings => {
    const url = merchantOf(payment)?.webhookUrl ?? settings.webhook.url
    return { ...settings.webhook, url, ...change }
  }

  const enter = (payment: Payment, url: string | null, state: Delivery['state']): Delivery => {
    const entry: Delivery = {
      payment_id: payment.id,
      session_id: payment.session_id,
      status: statusOf(payment),
      url,
      state,
      http_status: null,
      error: null,
    }
    log.push(entry)
    return entry
  }

  const headersFor = (payment: Payment, body: string, settings: WebhookSettings) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'Clover-Simulator/1.0' }
    if (settings.signature === 'missing') return headers
    const secret = merchantOf(payment)?.signingSecret ?? ''
    const key = settings.signature === 'wrong' ? `not ${secret}` : secret
    const t = Math.floor(now() / 1000) + settings.timestampOffsetSeconds
    return { ...headers, 'clover-signature': signWebhook(body, key, t) }
  }

  const post = async (payment: Payment, settings: WebhookSettings, entry: Delivery) => {
    if (!settings.url) return Object.assign(entry, { state: 'dropped' as const })
    const body = webhookBody(payment, settings.sessionKey)
    try {
      const response = await parts.fetch(settings.url, {
        method: 'POST',
        headers: headersFor(payment, body, settings),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(parts.limitMs), parts.stopping]),
      })
      await response.arrayBuffer()
      return Object.assign(entry, { state: 'answered' as const, http_status: response.status })
    } catch (error) {
      return Object.assign(entry, { state: 'failed' as const, error: String(error) })
    }
  }

  const postCopies = async (payment: Payment, settings: WebhookSettings, first?: Delivery) => {
    const entries = Array.from({ length: settings.copies }, (_, copy) =>
      copy === 0 && first ? first : enter(payment, settings.url, 'delayed'),
    )
    const waiting = entries[Symbol.iterator]()
    const worker = async () => {
      for (const entry of waiting) await post(payment, settings, entry)
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, worker))
    return entries
  }

  const announce: Webhooks['announce'] = async (payment, change) => {
    const settings = settingsFor(payment, change)
    const nothing = () => undefined
    if (settings.timing === 'never' || happens(settings.dropFraction, random)) {
      enter(payment, settings.url, 'dropped')
      return nothing
    }
    if (settings.timing === 'hold') {
      held.push({ payment, settings, entry: enter(payment, settings.url, 'held') })
      return nothing
    }
    const late = settings.delayMs > 0 && happens(settings.delayFraction, random)
    if (settings.timing === 'before-redirect' && !late) {
      await track(postCopies(payment, settings))
      return nothing
    }
    const entry = enter(payment, settings.url, 'delayed')
    let setOff: () => void = nothing
    const redirected = new Promise<void>((resolve) => {
      setOff = resolve
    })
    const work = redirected
      .then(() => (late ? parts.wait(settings.delayMs) : undefined))
      .then(() => postCopies(payment, settings, entry))
      .catch(() => Object.assign(entry, { state: 'dropped' }))
    track(work)
    return setOff
  }

  const release: Webhooks['release'] = async (order) => {
    const waiting = order === 'reverse' ? held.reverse() : held
    held = []
    const sent: Delivery[] = []
    for (const { payment, settings, entry } of waiting) {
      sent.push(...(await track(postCopies(payment, settings, entry))))
    }
    return sent
  }

  return {
    announce,
    release,
    send: (payment, change) => track(postCopies(payment, settingsFor(payment, change))),
    deliveries: () => structuredClone(log),
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    forget: () => {
      log = []
      held = []
    },
  }
}
