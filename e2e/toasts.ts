import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Waits for a toast with a line of this text. The next call with the same text waits for another one. */
export const toast = (page: Page, text: string) =>
  expect(async () => {
    expect(await page.evaluate(markToast, text), `a toast "${text}"`).toBe(true)
  }).toPass({ intervals: [50, 100, 250] })

/** Toasts stay for seconds: what was waited for before is marked, so that it is not taken for the answer to what came later. */
function markToast(text: string) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-sonner-toast]')) {
    const seen = element.dataset.seen?.split('\n') ?? []
    const lines = [...element.querySelectorAll('*')].map(({ textContent }) => textContent?.trim())
    if (seen.includes(text) || !lines.includes(text)) continue
    element.dataset.seen = [...seen, text].join('\n')
    return true
  }
  return false
}

/** The newest error toast: an older one that says the same may still be on its way out. */
export const errorToast = (page: Page) =>
  page.locator('[data-sonner-toast][data-type=error]').first()
