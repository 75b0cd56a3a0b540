/**
 * The first script of every page, and the smallest: the browser fetches and paints what there is to see,
 * and only then gets the scripts that make it move. Whoever touches the page gets them at once.
 */
export {}

const TOUCHES = ['pointerdown', 'keydown', 'focusin']
/** The mark that `Frame` sets. Importing it would bring everything else along. */
const HYDRATED = 'hydrated'
/** A picture that hangs holds up nobody for longer. */
const LONGEST_WAIT_MS = 3000

const later = [...document.querySelectorAll<HTMLScriptElement>('script[type="module-later"]')]

pressAgainWhatWasPressedEarly()
await seen()
for (const { src } of later) document.head.append(preloadOf(src))
for (const { src } of later.filter(({ dataset }) => 'start' in dataset)) {
  // One at a time, with a breath in between: a long breathless start would freeze a slow phone.
  await import(/* @vite-ignore */ src)
  await new Promise((resolve) => setTimeout(resolve))
}

function seen(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => resolve()
    const afterPaint = () => requestAnimationFrame(() => setTimeout(go))
    if (document.readyState === 'complete') afterPaint()
    else addEventListener('load', afterPaint, { once: true })
    for (const touch of TOUCHES) addEventListener(touch, go, { once: true, capture: true })
    setTimeout(go, LONGEST_WAIT_MS)
  })
}

function preloadOf(href: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
}

/**
 * Links and forms without script work from the start; a button that needs it is pressed again once it can.
 * Until then nobody else sees the click, or one press would count twice.
 */
function pressAgainWhatWasPressedEarly() {
  let pressed: HTMLButtonElement | undefined
  const isHydrated = () => performance.getEntriesByName(HYDRATED).length > 0
  const keep = (click: Event) => {
    const button = click.target instanceof Element ? click.target.closest('button') : null
    if (!button || button.form || isHydrated()) return
    click.stopImmediatePropagation()
    pressed = button
  }
  addEventListener('click', keep, { capture: true })
  new PerformanceObserver((_, observer) => {
    if (!isHydrated()) return
    observer.disconnect()
    removeEventListener('click', keep, { capture: true })
    pressed?.click()
  }).observe({ type: 'mark', buffered: true })
}
