import type { Buffer } from 'node:buffer'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Key, Size } from './engine.ts'
import {
  defects,
  hasText,
  isHydrated,
  locate,
  type Name,
  type Role,
  type Spot,
  selectText,
  valueOfFocused,
  whatIsMissing,
} from './in-page.ts'

/** Only to end what would wait for ever: a busy machine is slow. */
const PATIENCE_MS = 90_000
const EVERY_MS = 50
const MOMENT_MS = 10_000
/** Right of the left edge of a field, in pixels. */
const MONTH_AT = 28

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** Caused by the tools, not by the shop. */
const NO_TROUBLE = [
  // Headless Chromium chooses the size of a preloaded picture by its window, not by the screen that it emulates.
  /was preloaded using link preload but not used/,
  // Firefox reports what a page was still asking when it is left; the router logs it.
  /NetworkError when attempting to fetch resource/,
]

/** A field for a card groups its digits. */
const letters = (text = '') => text.replaceAll(/[\s/]/g, '')

export type Visitor = Awaited<ReturnType<typeof openVisitor>>

/** Somebody in front of a window of the engine: what journeys do, in words of the shop. */
export async function openVisitor(engine: Engine, shopUrl: string, size: Size) {
  const window = await engine.openWindow()
  await window.resize(size)

  /** tsx names functions by a helper that a page does not have. */
  const run = <Args extends unknown[], Value>(work: (...args: Args) => Value, ...args: Args) =>
    window.evaluate(
      `((__name) => (${work})(...${JSON.stringify(args)}))((named) => named)`,
    ) as Promise<Value>

  /** A page that is being replaced answers nothing: it is asked again, until the answer is not a complaint. */
  async function until(what: string, complaint: () => Promise<string>) {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const last = await complaint().catch((error: Error) => error.message)
      if (!last) return
      if (Date.now() > end) throw new Error(`${what}: ${last}\n${await describe()}`)
      await pause(EVERY_MS)
    }
  }

  const describe = async () =>
    `at ${await window.evaluate('location.href').catch(() => '?')}; ${window.troubles.join('; ')}`

  /** Found twice at the same place: what still moves is not clicked. */
  async function find(role: Role, name: Name): Promise<Spot> {
    let spot: Spot | undefined
    await until(`${role} ${JSON.stringify(name)}`, async () => {
      const next = await run(locate, role, name)
      if (typeof next === 'string') return next
      const isStill = spot?.x === next.x && spot.y === next.y
      spot = next
      return isStill ? '' : 'it moves'
    })
    if (!spot) throw new Error('a spot is found or waiting failed')
    return spot
  }

  async function click(role: Role, name: Name) {
    const { x, y } = await find(role, name)
    await window.clickAt(x, y)
  }

  /** Types into the field of that label, and checks that it has arrived. */
  async function fill(label: Name, text: string) {
    await click('field', label)
    await run(selectText)
    await window.type(text)
    await until(`${JSON.stringify(label)} with ${text}`, async () => {
      const value = await run(valueOfFocused)
      return letters(value) === letters(text) ? '' : `it holds ${value}`
    })
  }

  const see = (text: Name) =>
    until(`the text ${JSON.stringify(text)}`, async () =>
      (await run(hasText, text)) ? '' : 'it is not shown',
    )

  const settle = () => until('the page', () => run(whatIsMissing))

  return {
    troubles: (allowed: RegExp[] = []) =>
      window.troubles.filter((line) => ![...NO_TROUBLE, ...allowed].some((one) => one.test(line))),
    open: async (path: string) => {
      await window.goto(shopUrl + path)
      await until(path, async () => ((await run(isHydrated)) ? '' : 'its scripts do not run'))
    },
    /** Until the page leads on by itself. */
    leave: (path: string) =>
      until(`leaving ${path}`, async () =>
        (await window.evaluate('location.pathname')) === path ? 'it is still there' : '',
      ),
    click,
    see,
    settle,
    press: (key: Key) => window.press(key),
    resize: (size: Size) => window.resize(size),
    fill,
    /** Writes a message and presses Enter, which is ignored until the conversation is loaded. */
    send: async (label: Name, text: string) => {
      await fill(label, text)
      await until(`sending ${text}`, async () => {
        if ((await run(valueOfFocused)) === '') return ''
        await window.press('Enter')
        return 'it is not sent'
      })
    },
    /** Month, day and year, as the field of an English browser takes them. */
    fillDay: async (label: Name, day: string) => {
      const { left, y } = await find('field', label)
      // A click chooses the part under it: the month comes first.
      await window.clickAt(left + MONTH_AT, y)
      const [year = '', month = '', date = ''] = day.split('-')
      await window.typeDay([month, date, year])
      await until(`${JSON.stringify(label)} with ${day}`, async () => {
        const value = await run(valueOfFocused)
        return value === day ? '' : `it holds ${value}`
      })
    },
    chooseFile: (selector: string, file: string) => window.chooseFile(selector, file),
    /** Those that stay: a chart takes the width of its window a moment later. */
    defects: async () => {
      const end = Date.now() + MOMENT_MS
      for (;;) {
        const found = await run(defects)
        if (found.length === 0 || Date.now() > end) return found
        await pause(EVERY_MS)
      }
    },
    screenshot: async (): Promise<Buffer> => {
      await settle()
      return window.screenshot()
    },
    /** Whatever is shown, for a journey that failed. */
    screenshotNow: () => window.screenshot(),
    close: () => window.close(),
  }
}
