import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, type JSHandle, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { layerErrors } from './valid-html.ts'
import { runFolder } from './worker-shop.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/*
 * axe takes a second for a long page, and hundreds of tests pass by the same ones. So what differs only in its
 * texts is checked once: a page that was checked with other words, and a row that is built like the one above it.
 */

/** axe finds nothing on what is shown, once it stands still: half-faded text has half the contrast. */
export async function expectAccessible(page: Page) {
  if (!page.url().startsWith('http')) return
  await expect(async () => {
    await standStill(page)
    const shown = await page.evaluateHandle(outlineOfPage)
    const checked = checkedFile(await shown.evaluate(({ outline }) => outline))
    if (existsSync(checked)) return
    expect(await violationsOn(page, shown), `accessibility of ${page.url()}`).toEqual([])
    expect(await layerErrors(page), `HTML of what is open on ${page.url()}`).toEqual([])
    await mkdir(dirname(checked), { recursive: true })
    await writeFile(checked, '')
    // axe alone takes seconds on the longest pages, and many on a busy machine.
  }).toPass({ timeout: 90_000 })
}

const standStill = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })

/** One file for each outline that axe has checked, in all workers. */
const checkedFile = (outline: string) =>
  join(runFolder(), 'accessible', createHash('sha256').update(outline).digest('hex'))

/** Runs in the page: its elements without their words, and those that are built like an earlier sibling. */
function outlineOfPage() {
  const WORDS =
    /^(id|for|href|src|srcset|sizes|alt|title|name|value|placeholder|datetime|d|points|viewBox|width|height)$|^aria-(label|labelledby|describedby|controls|owns|activedescendant|valuenow|valuetext)$/
  const describe = ({ name, value }: Attr) =>
    WORDS.test(name) ? name + (value ? '' : '=""') : `${name}="${value}"`
  const hasWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())

  function outlineOf(element: Element): { outline: string; repeated: Element[] } {
    const outlines = new Set<string>()
    const repeated: Element[] = []
    for (const child of element.children) {
      if (child.localName === 'script') continue
      const inner = outlineOf(child)
      repeated.push(...(outlines.has(inner.outline) ? [child] : inner.repeated))
      outlines.add(inner.outline)
    }
    const tag = [element.localName, ...[...element.attributes].map(describe)].join(' ')
    const outline = `<${tag}>${hasWords(element) ? '…' : ''}${[...outlines].join('')}</>`
    return { outline, repeated }
  }

  const { outline, repeated } = outlineOf(document.body)
  // Language and colours are attributes of <html>.
  const root = [...document.documentElement.attributes].map(describe).join(' ')
  return { outline: `${root} ${document.title ? 'titled' : ''} ${innerWidth} ${outline}`, repeated }
}

/** Half as long as `axe.source`, which every page that is checked has to compile. */
const AXE_SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

async function violationsOn(page: Page, shown: JSHandle<{ repeated: Element[] }>) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE)
  return shown.evaluate(async ({ repeated }) => {
    const context = { include: [document.documentElement], exclude: repeated }
    const { violations } = await window.axe.run(context, {
      resultTypes: ['violations'],
      // Style sheets would be fetched again, for a rule that is off.
      preload: false,
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
  })
}
