import { readFile } from 'node:fs/promises'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { sessionFile, type Who } from './worker-shop.ts'

export { expect, expectAccessible }

type Fixtures = {
  /** A page of somebody nobody knows. */
  asGuest: Page
  /** Signed in as the demo's customer or admin. No test signs in for this: the session is made once per run. */
  asShopper: Page
  asAdmin: Page
  /** The API as the demo's admin, to arrange and to inspect what the browser need not show. */
  admin: APIRequestContext
  /** Failures this test provokes on purpose: console errors, failed requests and 4xx/5xx that match are fine. */
  expectTrouble: (pattern: RegExp) => void
}

/**
 * Every page of a test is watched: a console error, a failed request, anything axe finds on what is shown at its
 * end, or an open dialog that is not valid HTML makes the test fail. States in between are checked where a test calls `expectAccessible`, and each page
 * as it opens in pages.spec.ts.
 */
export const test = base.extend<Fixtures>({
  // Each test is a visitor of its own: nobody uses up what another one may still do.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': someAddress() }),

  expectTrouble: async ({ page }, use) => {
    const allowed: RegExp[] = []
    const check = watch(page, allowed)
    await use((pattern) => {
      allowed.push(pattern)
    })
    await check()
  },

  // Asking for expectTrouble is what puts the page under watch.
  asGuest: async ({ page, expectTrouble: _ }, use) => use(page),
  asShopper: async ({ asGuest }, use) => {
    await asGuest.context().addCookies(await cookiesOf('shopper'))
    await use(asGuest)
  },
  asAdmin: async ({ asGuest }, use) => {
    await asGuest.context().addCookies(await cookiesOf('admin'))
    await use(asGuest)
  },
  admin: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { origin: baseURL ?? '' },
      storageState: sessionFile('admin'),
    })
    await use(request)
    await request.dispose()
  },
})

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]

const cookiesOf = async (who: Who): Promise<Cookies> =>
  JSON.parse(await readFile(sessionFile(who), 'utf8')).cookies

const someAddress = () => [10, ...crypto.getRandomValues(new Uint8Array(3))].join('.')

/** Caused by the tools, not by the shop. */
const NO_TROUBLE = [
  // Headless Chromium chooses the size of a preloaded picture by its window, not by the screen that it emulates.
  /\.avif was preloaded using link preload but not used/,
  // axe tries to look into the frame of a mail, which is sandboxed.
  /Failed to execute 'postMessage' on 'DOMWindow'/,
]

/** Collects what goes wrong on a page; the returned check fails the test with all of it. */
function watch(page: Page, allowed: RegExp[]) {
  const troubles: string[] = []
  const note = (trouble: string) => {
    if (![...allowed, ...NO_TROUBLE].some((pattern) => pattern.test(trouble)))
      troubles.push(trouble)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`console: ${message.text()}`)
  })
  // Not everything that the policy blocks is an error on the console.
  void page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (violation) =>
      console.error(
        `Content Security Policy: ${violation.effectiveDirective} ${violation.blockedURI}`,
      ),
    ),
  )
  page.on('pageerror', (error) => note(`script: ${error.message}`))
  page.on('requestfailed', (request) => {
    // A navigation that replaces a page cancels what the old one was still asking.
    const cancelled = request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!cancelled) note(`request: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) note(`answer: ${response.status()} ${response.url()}`)
  })
  awaitHydration(page)
  return async () => {
    if (!page.isClosed()) await expectAccessible(page)
    expect(troubles).toEqual([])
  }
}

/** Another page beside the one that is watched: a second tab, or somebody else's. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  awaitHydration(page)
  return page
}

/** Opening and reloading a page end when its scripts run: a click before that may do nothing. */
function awaitHydration(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await hydrated(page)
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    await hydrated(page)
    return response
  }
}

async function hydrated(page: Page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type="module-later"]') ||
      performance.getEntriesByName('hydrated').length > 0,
  )
}

/** Moves what was picked up for sorting. The places are measured after that, and a key before it is ignored. */
export async function moveByKey(page: Page, key: string, announced: Locator) {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(announced).toBeAttached({ timeout: 5000 })
  }).toPass()
}
