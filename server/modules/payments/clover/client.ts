import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { type Credentials, knownCredentials, providerUrls } from './credentials.ts'
import { limiterOf } from './limits.ts'
import {
  isFields,
  type ProviderPayment,
  parseCurrency,
  parseElements,
  parseMerchant,
  parseNotes,
  parsePayment,
  parseRefund,
  parseSession,
} from './parsing.ts'
import { ProviderError } from './provider-error.ts'
import { requestJson } from './request.ts'

const PAYMENTS_PER_PAGE = 200
const MOST_PAGES = 25

/** `price` is per unit, in cents. */
export type PaymentLine = { name: string; note: string; price: number; unitQty: number }

type CheckoutRequest = {
  customer: { firstName?: string; lastName?: string; email?: string }
  lines: PaymentLine[]
  redirectUrls: { success: string; failure: string; cancel: string }
}

export type Clover = ReturnType<typeof createClover>

/** The calls that we make to Clover as one merchant. Each throws a ProviderError when it fails. */
export function createClover(config: Config, credentials: Omit<Credentials, 'webhook_secret'>) {
  const { apiUrl, ecommerceUrl } = providerUrls(config, credentials)
  const limiter = limiterOf(config)
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
    return requestJson(limiter, { method: 'GET', url, headers, repeatable: true })
  }

  return {
    merchant_id: credentials.merchant_id,
    api_url: apiUrl,

    /** A retry makes a second page; the first one expires unused. */
    async openCheckout({ customer, lines, redirectUrls }: CheckoutRequest) {
      const url = new URL('/invoicingcheckoutservice/v1/checkouts', apiUrl)
      const body = { customer, shoppingCart: { lineItems: lines }, redirectUrls }
      return parseSession(
        await requestJson(limiter, { method: 'POST', url, headers, body, repeatable: true }),
      )
    },

    async readMerchant() {
      return parseMerchant(await get(apiUrl, merchant, [['expand', 'address']]))
    },

    /** A call of its own: a token that may not read the properties still connects. Null when it is not said. */
    async readCurrency() {
      return parseCurrency(await get(apiUrl, merchant, [['expand', 'properties']]))
    },

    /**
     * Clover documents no such list. Integrations read this one, or the single merchant of the token.
     */
    async listMerchants() {
      const expand: [string, string][] = [['expand', 'address']]
      try {
        return parseElements(await get(apiUrl, '/v3/merchants', expand)).map(parseMerchant)
      } catch (error) {
        if (!(error instanceof ProviderError) || !error.isRefusal) throw error
        return [parseMerchant(await get(apiUrl, '/v3/merchants/current', expand))]
      }
    },

    async readPayment(payment_id: string) {
      return parsePayment(
        await get(apiUrl, `${merchant}/payments/${encodeURIComponent(payment_id)}`),
      )
    },

    /** All payments since then, failed ones included. */
    async listPayments(since: Date): Promise<ProviderPayment[]> {
      const found: ProviderPayment[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await get(apiUrl, `${merchant}/payments`, [
          ['filter', `createdTime>=${since.getTime()}`],
          ['expand', 'order.lineItems'],
          ['limit', String(PAYMENTS_PER_PAGE)],
          ['offset', String(page * PAYMENTS_PER_PAGE)],
        ])
        const elements = parseElements(answer)
        found.push(...elements.map(parsePayment))
        if (elements.length < PAYMENTS_PER_PAGE) break
      }
      return found
    },

    /** For merchants whose list of payments does not include the lines. */
    async readOrderNotes(provider_order_id: string) {
      const path = `${merchant}/orders/${encodeURIComponent(provider_order_id)}`
      return parseNotes(await get(apiUrl, path, [['expand', 'lineItems']])) ?? []
    },

    /** Not retried here: the provider does not document that it honours the idempotency key. */
    async refund(payment_id: string, amount_cents: number, key: string) {
      const url = new URL('/v1/refunds', ecommerceUrl)
      const body = { charge: payment_id, amount: amount_cents, reason: 'requested_by_customer' }
      const withKey = { ...headers, 'idempotency-key': key }
      return parseRefund(
        await requestJson(limiter, {
          method: 'POST',
          url,
          headers: withKey,
          body,
          repeatable: false,
        }),
      )
    },

    async listRefunds(payment_id: string) {
      const answer = await get(ecommerceUrl, '/v1/refunds', [
        ['charge', payment_id],
        ['limit', '100'],
      ])
      const data = isFields(answer) && Array.isArray(answer.data) ? answer.data : []
      return data.map(parseRefund)
    },
  }
}

/** Null when no readable credentials of that merchant are stored. */
export async function cloverOf(context: AppContext, merchant_id: string | undefined) {
  const known = await knownCredentials(context)
  const credentials = known.find((one) => one.merchant_id === merchant_id)
  return credentials ? createClover(context.config, credentials) : null
}
