import { Buffer } from 'node:buffer'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import type { Engine, Window } from './engine.ts'

/** Without a sandbox it also runs as root, and in silence: no calls home. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/** Chromium through its own protocol. */
export async function startChromium(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ executablePath, args: CHROMIUM_FLAGS })
  return engineOf('Chromium', browser)
}

/** Firefox through WebDriver BiDi, which it speaks without a driver beside it. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath })
  return engineOf('Firefox', browser)
}

async function engineOf(name: string, browser: Browser): Promise<Engine> {
  const [, version = ''] = (await browser.version()).split('/')
  return {
    name,
    version,
    openWindow: async () => {
      const context = await browser.createBrowserContext()
      return windowOf(context, await context.newPage())
    },
    close: () => browser.close(),
  }
}

function windowOf(context: BrowserContext, page: Page): Window {
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    // A part that is full leads on to the next.
    typeDay: (parts) => page.keyboard.type(parts.join('')),
    chooseFile: async (selector, file) => {
      const input = await page.$<'input'>(`input${selector}` as 'input')
      if (!input) throw new Error(`no ${selector} for the file`)
      await input.uploadFile(file)
    },
    resize: (size) => page.setViewport(size),
    screenshot: async () => Buffer.from(await page.screenshot()),
    troubles: watch(page),
    close: () => context.close(),
  }
}

/** No trouble: see visitor.ts. */
const CANCELLED = 'NetworkError when attempting to fetch resource'

function watch(page: Page) {
  const troubles: string[] = []
  page.on('console', (message) => {
    const type = message.type()
    if (type !== 'error' && type !== 'warn') return
    const place = troubles.push(`console: ${message.text()}`) - 1
    // Firefox names an error without saying what it says.
    for (const handle of message.args().filter((one) => one.toString() === 'JSHandle@error')) {
      void handle
        .evaluate((error) => `${error} ${(error as Error).stack}`)
        .then((text) => {
          troubles[place] += ` ${text}`
        })
        .catch(() => {
          // The page was replaced meanwhile, which cancels what it was still asking.
          troubles[place] = CANCELLED
        })
    }
  })
  page.on('pageerror', (error) => troubles.push(`script: ${(error as Error).message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`answer: ${response.status()} ${response.url()}`)
  })
  return troubles
}
