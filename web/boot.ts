/**
 * The first script of every page, and the smallest: it loads the other scripts once the page is painted, or at
 * the first interaction.
 */
export {}

const INTERACTIONS = ['pointerdown', 'keydown', 'focusin']
/** Set by `Frame`; importing the name from there would bundle the whole app into this script. */
const HYDRATED = 'hydrated'
/** A picture that does not load delays the scripts no longer than this. */
const LONGEST_WAIT_MS = 3000

const later = [...document.querySelectorAll<HTMLScriptElement>('script[type="module-later"]')]

replayEarlyClick()
await painted()
for (const { src } of later) document.head.append(preloadOf(src))
for (const { src } of later.filter(({ dataset }) => 'start' in dataset)) {
  // One at a time, with a task in between: one long task would block a slow phone.
  await import(/* @vite-ignore */ src)
  await new Promise((resolve) => setTimeout(resolve))
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => resolve()
    // Not after a frame: that is when painting begins, and on a slow phone it takes a while.
    const afterPaint = () =>
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length > 0) go()
      }).observe({ type: 'paint', buffered: true })
    if (document.readyState === 'complete') afterPaint()
    else addEventListener('load', afterPaint, { once: true })
    for (const type of INTERACTIONS) addEventListener(type, go, { once: true, capture: true })
    setTimeout(go, LONGEST_WAIT_MS)
  })
}

function preloadOf(href: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
}

/**
 * A button that needs script is clicked again after hydration. Until then the click is stopped: React would
 * replay it, too, and it would count twice.
 */
function replayEarlyClick() {
  let pressed: HTMLButtonElement | undefined
  const isHydrated = () => performance.getEntriesByName(HYDRATED).length > 0
  const hold = (click: Event) => {
    const button = click.target instanceof Element ? click.target.closest('button') : null
    if (!button || button.form || isHydrated()) return
    click.stopImmediatePropagation()
    pressed = button
  }
  addEventListener('click', hold, { capture: true })
  new PerformanceObserver((_, observer) => {
    if (!isHydrated()) return
    observer.disconnect()
    removeEventListener('click', hold, { capture: true })
    pressed?.click()
  }).observe({ type: 'mark', buffered: true })
}
