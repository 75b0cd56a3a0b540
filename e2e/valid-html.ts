import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // Options below a search field (the command palette) cannot be a <select>.
  rules: { 'prefer-native-element': ['error', { exclude: ['listbox'] }] },
})

/** What is wrong with a document by the HTML standard and by the accessibility rules; empty for a valid one. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}

/**
 * The same of what a page shows now. An open dialog stands for itself; a menu is named by its button, somewhere on
 * the page.
 */
export const shownErrors = async (page: Page) => htmlErrors(await page.evaluate(shownHtml))

/** The same of a page with an open dialog, menu or list of options; empty when none is open. */
export async function layerErrors(page: Page): Promise<string[]> {
  const layers = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
  return (await layers.count()) > 0 ? shownErrors(page) : []
}

/** Runs in the page. Without what libraries add to it. */
function shownHtml() {
  const body = document.body.cloneNode(true) as Element
  // Radix hides what lies behind a layer, and guards its focus with empty elements: neither can be reached.
  for (const behind of body.querySelectorAll('[data-aria-hidden]')) {
    behind.removeAttribute('aria-hidden')
  }
  for (const guard of body.querySelectorAll('[data-radix-focus-guard]')) guard.remove()
  // The buttons of sonner have no type.
  for (const toasts of body.querySelectorAll('[data-sonner-toaster]')) toasts.remove()
  const dialogs = [...body.querySelectorAll('[role=dialog], [role=alertdialog]')]
  return dialogs.map((dialog) => dialog.outerHTML).join('') || body.innerHTML
}
