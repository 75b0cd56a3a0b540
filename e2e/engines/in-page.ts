/*
 * Functions that run on the page: each is sent as text, so it uses nothing outside of itself.
 */

export type Role = 'button' | 'link' | 'field' | 'heading' | 'tab' | 'radio' | 'checkbox'
/** A string is the whole name; `source` is a regular expression. */
export type Name = string | { source: string }
export type Spot = { x: number; y: number; left: number }

/** Where an element with this role and accessible name can be clicked; a text says why it cannot yet. */
export function locate(role: Role, name: Name): Spot | string {
  const SELECTORS = {
    button: 'button:not([role]), summary, [role=button], [role=menuitem]',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    tab: '[role=tab]',
    radio: 'input[type=radio], [role=radio]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
  }
  const textOf = (node: Element | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    if (ids) return ids.map((id) => textOf(document.getElementById(id))).join(' ')
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(textOf).join(' ')
    return element.getAttribute('aria-label') || labels || textOf(element)
  }
  const isNamed = (element: Element) =>
    typeof name === 'string'
      ? nameOf(element) === name
      : new RegExp(name.source).test(nameOf(element))
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.closest('[aria-hidden=true], [inert]')
  const found = [...document.querySelectorAll(SELECTORS[role])].find(
    (element) => isShown(element) && isNamed(element),
  )
  if (!found) return 'it is not shown'
  if (found.matches(':disabled, [aria-disabled=true]')) return 'it is disabled'
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  const isHit = hit && (found.contains(hit) || hit.closest('label')?.control === found)
  if (!isHit) return `it is covered by ${hit?.outerHTML.slice(0, 120)}`
  return { x, y, left }
}

/** Selects what a field holds, so that typing replaces it. */
export function selectText() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

export function valueOfFocused() {
  return (document.activeElement as HTMLInputElement | null)?.value
}

/** Whether the scripts of the page run: a click before that may do nothing. */
export function isHydrated() {
  return (
    document.readyState === 'complete' &&
    (!document.querySelector('script[type="module-later"]') ||
      performance.getEntriesByName('hydrated').length > 0)
  )
}

export function hasText(text: Name) {
  const shown = document.body.innerText.replace(/\s+/g, ' ')
  return typeof text === 'string' ? shown.includes(text) : new RegExp(text.source).test(shown)
}

/** Loaded, drawn and at rest; a text says what is missing. Carousels move for ever, so endless ones do not count. */
export function whatIsMissing() {
  const texts = [...document.querySelectorAll('main *')].filter((node) => !node.children.length)
  const isInView = (node: Element) => {
    const { top, bottom } = node.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  }
  const moving = document.getAnimations().filter((animation) => {
    const end = animation.effect?.getComputedTiming().endTime
    return animation.playState === 'running' && Number.isFinite(end)
  })
  if (!document.querySelector('main h1, main h2')) return 'a heading'
  if (texts.some((node) => /^Loading/.test(node.textContent?.trim() ?? ''))) return 'its data'
  if (document.querySelector('main .shimmer')) return 'its data'
  if ([...document.images].some((image) => isInView(image) && !image.complete)) return 'pictures'
  if (document.fonts.status !== 'loaded') return 'fonts'
  return moving.length > 0 ? 'rest' : ''
}

/** How far the page is wider than its window, and what a screen says went wrong. */
export function defects() {
  const page = document.documentElement
  const wider = page.scrollWidth - page.clientWidth
  const alerts = [...document.querySelectorAll('main [role=alert]')].map(
    (alert) => alert.textContent ?? '',
  )
  return [...(wider > 0 ? [`${wider} pixels wider than its window`] : []), ...alerts]
}
