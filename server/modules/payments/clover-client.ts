import type { Config } from '#server/platform/config.ts'
import { askProvider } from './ask-provider.ts'
import type { Credentials } from './clover-credentials.ts'
import type { PaymentLine } from './payment-lines.ts'
import { gateOf } from './provider-gate.ts'
import {
  isFields,
  type ProviderPayment,
  readElements,
  readMerchant,
  readNotes,
  readPayment,
  readRefund,
  readSession,
} from './read-provider-answer.ts'

const PAYMENTS_PER_PAGE = 200
const MOST_PAGES = 25

export type CheckoutRequest = {
  customer: { firstName?: string; lastName?: string; email?: string }
  lines: PaymentLine[]
  redirectUrls: { success: string; failure: string; cancel: string }
}

export type Clover = ReturnType<typeof createClover>

/** The calls we make to Clover as one merchant. Each throws a ProviderError when it does not work out. */
export function createClover(config: Config, credentials: Omit<Credentials, 'webhook_secret'>) {
  const { apiUrl, ecommerceUrl } = config.clover
  const gate = gateOf(config)
  const merchant = `/v3/merchants/${encodeURIComponent(credentials.merchant_id)}`
  const headers = {
    authorization: `Bearer ${credentials.private_token}`,
    'x-clover-merchant-id': credentials.merchant_id,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `Petal/1.0 (${config.publicUrl})`,
  }

  const get = (base: string, path: string, query: [string, string][] = []) => {
    const url = new URL(path, base)
    for (const [name, value] of query) url.searchParams.append(name, value)
    return askProvider(gate, { method: 'GET', url, headers, repeatable: true })
  }

  return {
    merchant_id: credentials.merchant_id,

    /** A second try makes a second page; the first one then expires unseen. */
    async openCheckout({ customer, lines, redirectUrls }: CheckoutRequest) {
      const url = new URL('/invoicingcheckoutservice/v1/checkouts', apiUrl)
      const body = { customer, shoppingCart: { lineItems: lines }, redirectUrls }
      return readSession(
        await askProvider(gate, { method: 'POST', url, headers, body, repeatable: true }),
      )
    },

    async readMerchant() {
      return readMerchant(await get(apiUrl, merchant, [['expand', 'address']]))
    },

    async readPayment(payment_id: string) {
      return readPayment(
        await get(apiUrl, `${merchant}/payments/${encodeURIComponent(payment_id)}`),
      )
    },

    /** Every payment, failed ones included, since a moment. */
    async listPayments(since: Date): Promise<ProviderPayment[]> {
      const found: ProviderPayment[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await get(apiUrl, `${merchant}/payments`, [
          ['filter', `createdTime>=${since.getTime()}`],
          ['expand', 'order.lineItems'],
          ['limit', String(PAYMENTS_PER_PAGE)],
          ['offset', String(page * PAYMENTS_PER_PAGE)],
        ])
        const elements = readElements(answer)
        found.push(...elements.map(readPayment))
        if (elements.length < PAYMENTS_PER_PAGE) break
      }
      return found
    },

    /** For merchants whose list of payments does not show the lines. */
    async readOrderNotes(provider_order_id: string) {
      const path = `${merchant}/orders/${encodeURIComponent(provider_order_id)}`
      return readNotes(await get(apiUrl, path, [['expand', 'lineItems']])) ?? []
    },

    /** Never tried twice: the provider promises no idempotency here, though our key asks for it. */
    async refund(payment_id: string, amount_cents: number, key: string) {
      const url = new URL('/v1/refunds', ecommerceUrl)
      const body = { charge: payment_id, amount: amount_cents, reason: 'requested_by_customer' }
      const withKey = { ...headers, 'idempotency-key': key }
      return readRefund(
        await askProvider(gate, { method: 'POST', url, headers: withKey, body, repeatable: false }),
      )
    },

    async listRefunds(payment_id: string) {
      const answer = await get(ecommerceUrl, '/v1/refunds', [
        ['charge', payment_id],
        ['limit', '100'],
      ])
      const data = isFields(answer) && Array.isArray(answer.data) ? answer.data : []
      return data.map(readRefund)
    },
  }
}
