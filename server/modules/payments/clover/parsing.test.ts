import { expect, test } from 'vitest'
import { parseTime, parseWebhookEvent } from './parsing.ts'

test('a webhook event is read however its keys are spelt, and null when it is about something else', () => {
  const expected = {
    payment_id: 'PAY1',
    merchant_id: 'M1',
    checkout_session_id: 'S1',
    status: 'APPROVED',
    amount_cents: 100,
  }
  const common = {
    message: 'Approved for 100',
    status: 'APPROVED',
    type: 'PAYMENT',
    id: 'PAY1',
    merchantId: 'M1',
  }
  const spellings = [
    { ...common, checkoutSessionId: 'S1' },
    { ...common, data: 'S1' },
    { ...common, data: { checkoutSessionId: 'S1' } },
    {
      Message: 'Approved for 100',
      Status: 'APPROVED',
      Type: 'PAYMENT',
      Id: 'PAY1',
      MerchantId: 'M1',
      Data: 'S1',
    },
  ]
  for (const one of spellings) expect(parseWebhookEvent(JSON.stringify(one))).toEqual(expected)
  for (const odd of [
    '',
    '[]',
    'null',
    '{}',
    JSON.stringify({ ...common, type: 'REFUND', data: 'S1' }),
  ]) {
    expect(parseWebhookEvent(odd)).toBeNull()
  }
})

test('a time that cannot be read is none', () => {
  for (const odd of [undefined, null, '', 'soon', {}]) expect(parseTime(odd)).toBeNull()
  expect(parseTime('2022-03-03@02:02:42.839+0000')).toEqual(new Date('2022-03-03T02:02:42.839Z'))
})
