import type { Tally } from './browser.ts'

/** What each client did and which answers it got; the checker compares it with what is stored. */
export type Purchase = {
  key: string
  email: string
  /** Once the order was acknowledged. */
  id?: string
  total?: number
  /** Checkout sessions on which a good card was entered, acknowledged or not. */
  paidOn: string[]
  /** The page of the paid order was shown. */
  isPromised: boolean
  /** `left`: not paid for, on purpose. `sold out`: refused. `closed`: the shop said that it cannot be paid any more. */
  end?: 'paid' | 'left' | 'sold out' | 'closed'
}
export type Message = { conversation_id: string; client_id: string; text: string; seq: number }
export type Upload = { url: string; bytes: number }
export type Review = { id: string | undefined; title: string; media_url: string | null }
export type Coupon = { code: string }
export type Refund = { payment_id: string; cents: number }

export type Diary = {
  purchases: Purchase[]
  messages: Message[]
  uploads: Upload[]
  reviews: Review[]
  coupons: Coupon[]
  refunds: Refund[]
  pages: Record<number, number>
  tally: Tally
  /** Answers that no client should get. */
  wrong: string[]
}

export const emptyDiary = (): Diary => ({
  purchases: [],
  messages: [],
  uploads: [],
  reviews: [],
  coupons: [],
  refunds: [],
  pages: {},
  tally: { calls: 0, answered: 0, tries: {} },
  wrong: [],
})
