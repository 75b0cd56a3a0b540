import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { createElement } from 'react'
import type { renderToString } from 'react-dom/server'
import type { TextPage } from '#web/features/content/TextPage.tsx'
import { report } from './report/figures.ts'

const BYTES = 100_000
const BUDGET_MS = 10
const ROUNDS = 50

const fill = (part: string) => part.repeat(Math.ceil(BYTES / part.length)).slice(0, BYTES)

/** Inputs that would be slow if a rule backtracked or built its lists by copying. */
const TEXTS: Record<string, string> = {
  paragraphs: fill(`${'Calm skin begins with sleep. '.repeat(12)}\n\n`),
  'one long line': fill('word '),
  headings: fill('# A heading\n## Below it\nText\n'),
  'list items': fill('- an item of some length\n'),
  'numbered items': fill('1. an item of some length\n'),
  stars: fill('*'),
  'almost bold': fill(`**${'x'.repeat(200)}*\n`),
  'empty lines': fill('\n'),
  spaces: fill(' '),
  digits: fill('1'),
}

type Built = {
  createElement: typeof createElement
  renderToString: typeof renderToString
  TextPage: typeof TextPage
}

/** The table of calls that the build makes: a text asks for nothing. */
const withoutRoutes: Plugin = {
  name: 'without-routes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'none' }))
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** As the build makes it: React for production, and the constants of Vite. */
async function loadTextPage(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const outfile = join(folder, 'text-page.cjs')
  try {
    await build({
      stdin: {
        contents: `export { createElement } from 'react'
          export { renderToString } from 'react-dom/server'
          export { TextPage } from '#web/features/content/TextPage.tsx'`,
        resolveDir: process.cwd(),
      },
      outfile,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{"SSR":true}' },
      plugins: [withoutRoutes],
    })
    return createRequire(import.meta.url)(outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const page = await loadTextPage()
for (const [name, content] of Object.entries(TEXTS)) {
  const render = () =>
    page.renderToString(page.createElement(page.TextPage, { title: 'T', content }))
  for (let n = 0; n < 10; n++) render()
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    render()
    return performance.now() - start
  }).sort((a, b) => a - b)
  const median = times[ROUNDS / 2] ?? 0
  console.log(`${name.padEnd(16)} ${median.toFixed(2).padStart(7)} ms`)
  report({
    group: 'Rendering 100 kB of text, median',
    name,
    value: median,
    unit: 'ms',
    atMost: BUDGET_MS,
  })
}
console.log(`\nRendering ${BYTES / 1000} kB of text, median of ${ROUNDS}; budget ${BUDGET_MS} ms.`)
