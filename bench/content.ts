// React reads it when it is imported: without it, this would measure the development build.
process.env.NODE_ENV = 'production'
const { createElement } = await import('react')
const { renderToString } = await import('react-dom/server')
const { TextPage } = await import('#web/features/content/TextPage.tsx')

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

let isOver = false
for (const [name, content] of Object.entries(TEXTS)) {
  const render = () => renderToString(createElement(TextPage, { title: 'T', content }))
  for (let n = 0; n < 10; n++) render()
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    render()
    return performance.now() - start
  }).sort((a, b) => a - b)
  const median = times[ROUNDS / 2] ?? 0
  isOver ||= median > BUDGET_MS
  console.log(
    `${name.padEnd(16)} ${median.toFixed(2).padStart(7)} ms${median > BUDGET_MS ? '  over budget' : ''}`,
  )
}
console.log(`\nRendering ${BYTES / 1000} kB of text, median of ${ROUNDS}; budget ${BUDGET_MS} ms.`)
process.exitCode = isOver ? 1 : 0

export {}
