import { budgetOf, type Figure, isWithin, written } from './figures.ts'

const ROW = 22
const LABEL = 250
const BARS = 330
const VALUE = 90
const WIDTH = LABEL + BARS + VALUE
const PAD = 8

/** Small horizontal bars with a mark at the budget, readable on light and dark pages. */
export function drawChart(figures: Figure[]) {
  const limits = figures.flatMap(({ atMost, atLeast }) => [atMost ?? [], atLeast ?? []].flat())
  const largest = Math.max(...figures.map(({ value }) => value || 0), ...limits) || 1
  const x = (value: number) => LABEL + (Math.max(0, value) / largest) * BARS
  const height = figures.length * ROW + 2 * PAD
  const rows = figures.map((figure, n) => {
    const top = PAD + n * ROW
    const middle = top + ROW / 2
    const value = figure.value || 0
    const limit = figure.atMost ?? figure.atLeast
    const mark =
      limit === undefined
        ? ''
        : `<path class="mark" d="M${round(x(limit))} ${top + 2}v${ROW - 4}"/>`
    return `<g><title>${escapeXml(`${figure.name}: ${written(figure)} ${budgetOf(figure)}`)}</title>
<text x="${LABEL - 8}" y="${middle}" text-anchor="end">${escapeXml(figure.name)}</text>
<rect class="${isWithin(figure) ? 'bar' : 'over'}" x="${LABEL}" y="${top + 5}" width="${round(x(value) - LABEL)}" height="${ROW - 10}" rx="2"/>
${mark}<text x="${round(x(Math.max(value, limit ?? 0)) + 6)}" y="${middle}">${written(figure)}</text></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escapeXml(figures[0]?.group ?? '')}</title>
<style>${STYLE}</style>
${rows.join('\n')}
</svg>
`
}

const STYLE =
  'text{font:12px system-ui,sans-serif;fill:#444;dominant-baseline:central}.bar{fill:#7a9e87}.over{fill:#c0392b}' +
  '.mark{stroke:#444;stroke-width:1.5;stroke-dasharray:3 2}' +
  '@media(prefers-color-scheme:dark){text{fill:#ccc}.mark{stroke:#ccc}}'

const round = (value: number) => Math.round(value * 10) / 10

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
