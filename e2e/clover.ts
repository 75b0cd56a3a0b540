import { expect, type Page } from '@playwright/test'
import type { SettingsChange } from '#simulator/settings.ts'

export const CARDS = { approved: '4242424242424242', declined: '4005571702222222' }

const PAYMENT_PAGE = /\/checkout\/([\da-f-]{36})\?mode=checkout/

/** Waits for the provider's payment page and returns its session. */
export async function onPaymentPage(page: Page) {
  await page.waitForURL(PAYMENT_PAGE)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  const [, sessionId = ''] = PAYMENT_PAGE.exec(page.url()) ?? []
  return { sessionId, origin: new URL(page.url()).origin }
}

/** What the provider's page asks for, by its labels. */
export const cardDetails = (card = CARDS.approved) => ({
  'Card number': card,
  'Expiry date': `12 / ${new Date().getFullYear() - 1998}`,
  CVV: '123',
  'Billing ZIP': '02110',
})

/** Types the card on the provider's page and presses the button. */
export async function payByCard(page: Page, card = CARDS.approved) {
  await onPaymentPage(page)
  for (const [label, text] of Object.entries(cardDetails(card))) {
    await page.getByLabel(label).fill(text)
  }
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** The simulator's settings, from outside the browser. */
export function cloverAt(origin: string) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/_control${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    expect(answer.ok, `${method} ${path} of the simulator`).toBe(true)
    return answer.json()
  }
  return {
    set: (change: SettingsChange) => ask('POST', '/settings', change),
    reset: () => ask('DELETE', '/settings'),
    /** Pays on another device, or in a browser that is closed right after. */
    pay: (sessionId: string): Promise<{ outcome: string; payment: { id: string } }> =>
      ask('POST', '/pay', { sessionId }),
    releaseWebhooks: () => ask('POST', '/webhooks/release', { order: 'in-order' }),
  }
}

export type Clover = ReturnType<typeof cloverAt>
