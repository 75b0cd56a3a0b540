import { type RefObject, useEffect, useState } from 'react'

/** What the chat button must not lie on: what can be pressed or filled in, and what the page is about. */
const CONTROLS =
  'h1, a[href], button, input:not([type=hidden]), select, textarea, label, summary, [role=button], [data-bottom-bar]'
const FIELDS = 'input, select, textarea'
const CLEARANCE = 4
const STEP = 8
/** How far it may step up from its corner, as a share of the screen's height. */
const HIGHEST = 0.4
/** The page rests when it has not scrolled for this long. */
const REST_MS = 150
/** The width below which a keyboard on the screen leaves no room beside the field. */
const PHONE_PX = 640

/** `rise` is how far above its corner the button lies on none of these. */
type Place = { state: 'shown'; rise: number } | { state: 'moving' | 'aside' }

/**
 * `moving` while the page scrolls; `aside` where there is no free place, and while a visitor fills in a field on a
 * phone. `page` changes with the page.
 */
export function useFreePlace(button: RefObject<HTMLElement | null>, page: string) {
  const [place, setPlace] = useState<Place>({ state: 'moving' })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => button.current && setPlace(findPlace(button.current)), REST_MS)
    }
    const stepAside = () => {
      setPlace({ state: 'moving' })
      settle()
    }
    if (page) stepAside()
    const size = new ResizeObserver(settle)
    size.observe(document.body)
    // What appears later, like the bar at the bottom of a product page, and comes to rest after gliding in.
    const content = new MutationObserver(settle)
    content.observe(document.body, { childList: true, subtree: true })
    const settling = ['click', 'focusin', 'focusout', 'resize', 'animationend']
    for (const type of settling) addEventListener(type, settle)
    addEventListener('scroll', stepAside, { passive: true })
    return () => {
      clearTimeout(timer)
      size.disconnect()
      content.disconnect()
      for (const type of settling) removeEventListener(type, settle)
      removeEventListener('scroll', stepAside)
    }
  }, [button, page])
  return place
}

function findPlace(button: HTMLElement): Place {
  const { innerWidth, innerHeight } = window
  if (innerWidth < PHONE_PX && document.activeElement?.matches(FIELDS)) return { state: 'aside' }
  const { right, bottom } = getComputedStyle(button)
  const end = document.documentElement.clientWidth - Number.parseFloat(right) + CLEARANCE
  const start = end - button.offsetWidth - 2 * CLEARANCE
  const boxes = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => control !== button && control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.right > start && box.left < end)
  for (let rise = 0; rise <= HIGHEST * innerHeight; rise += STEP) {
    const low = innerHeight - Number.parseFloat(bottom) - rise + CLEARANCE
    const high = low - button.offsetHeight - 2 * CLEARANCE
    if (!boxes.some((box) => box.top < low && box.bottom > high)) return { state: 'shown', rise }
  }
  return { state: 'aside' }
}
