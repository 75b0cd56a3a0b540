import type { Buffer } from 'node:buffer'

/** What the three engines have in common, so that one journey file drives them all. */
export type Engine = {
  name: string
  version: string
  /** A window of a new visitor: no cookies, no storage. */
  openWindow: () => Promise<Window>
  close: () => Promise<void>
}

export type Size = { width: number; height: number }

export type Window = {
  goto: (url: string) => Promise<void>
  /** The value of an expression on the page, as JSON. */
  evaluate: (expression: string) => Promise<unknown>
  clickAt: (x: number, y: number) => Promise<void>
  /** Into what has the focus, key by key. */
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Into a field of type date whose first part has the focus: month, day and year. */
  typeDay: (parts: string[]) => Promise<void>
  chooseFile: (selector: string, file: string) => Promise<void>
  /** Of the page, without the frame of the window. */
  resize: (size: Size) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Errors and warnings on the console, failed scripts and refused requests since it opened. */
  troubles: string[]
  close: () => Promise<void>
}

/** As WebDriver encodes them. */
export const KEYS = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
} as const
export type Key = keyof typeof KEYS
