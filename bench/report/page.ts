import { drawChart } from './charts.ts'
import { budgetOf, type Figure, isWithin, written } from './figures.ts'
import type { Run, Runs } from './runs.ts'

const TITLES: Record<string, string> = {
  pages: 'Pages and calls',
  lighthouse: 'Lighthouse and bytes',
  start: 'Start',
  memory: 'Memory',
  checkout: 'Checkout',
  catalog: 'Catalogue',
  'catalog-growth': 'Growth of the catalogue',
  admin: 'Orders and customers of the back office',
  'admin-growth': 'Growth of orders and customers',
  'admin-products': 'Products of the back office',
  dashboard: 'Dashboard',
  chat: 'Chat',
  campaign: 'Campaign',
  uploads: 'Uploads',
  content: 'Texts',
  funnel: 'Counting visits',
  costs: 'What things cost',
}

const FOLDER = 'performance'
/** A chart of one bar says nothing that its table does not. */
const FEWEST_BARS = 2

type Files = Record<string, string>

/** docs/performance.md and its charts, by their paths inside docs. */
export function renderReport(runs: Runs): Files {
  const known = Object.keys(TITLES).filter((bench) => runs[bench])
  const others = Object.keys(runs).filter((bench) => !TITLES[bench])
  const charts: Files = {}
  const sections = [...known, ...others].map((bench) => {
    const { now, before } = runs[bench] ?? {}
    return now ? section(bench, now, before, charts) : ''
  })
  const all = Object.values(runs).flatMap(({ now }) => now.figures)
  const over = all.filter((figure) => !isWithin(figure))
  const page = [HEAD, summary(all.length, over), ...sections].join('\n\n')
  return { 'performance.md': `${page}\n`, ...charts }
}

const HEAD = `# Performance

Written by \`npm run bench\`; nothing here is typed by hand. \`npm run bench -- pages start\` measures a part and leaves the other figures with their dates. The figures are in [performance.json](performance.json), with those of the run before.

Shares and factors compare two things on the same machine in the same minutes, so they mean the same elsewhere. Milliseconds and megabytes are those of the machine that is named. In the charts the dashed line is the budget.`

function summary(count: number, over: Figure[]) {
  if (count === 0) return 'Nothing was measured yet.'
  if (over.length === 0) return `**${count} figures, all within their budgets.**`
  const list = over.map((figure) => `- ${figure.group}, ${figure.name}: ${written(figure)}`)
  return `**${over.length} of ${count} figures are over budget:**\n\n${list.join('\n')}`
}

function section(bench: string, now: Run, before: Run | undefined, charts: Files) {
  const parts = groupsOf(now.figures).map(([group, figures], n) => {
    const chart = `${FOLDER}/${bench}-${n + 1}.svg`
    const isComparable = figures.every(({ unit }) => unit === figures[0]?.unit)
    const hasChart = figures.length >= FEWEST_BARS && isComparable
    if (hasChart) charts[chart] = drawChart(figures)
    const picture = hasChart ? [`![${group}](${chart})`] : []
    return [`### ${group}`, ...picture, table(figures, before)].join('\n\n')
  })
  const versions = Object.entries(now.versions).map(([name, version]) => `${name} ${version}`)
  return [
    `## ${TITLES[bench] ?? bench}`,
    `\`npm run bench:${bench}\`, ${now.date} UTC, commit ${now.commit}, ${versions.join(', ')}. ${now.machine}, load before ${now.load.toFixed(1)}.${before ? ` Before: ${before.date} UTC, commit ${before.commit}.` : ''}`,
    ...parts,
  ].join('\n\n')
}

function groupsOf(figures: Figure[]) {
  const groups = new Map<string, Figure[]>()
  for (const figure of figures) {
    groups.set(figure.group, [...(groups.get(figure.group) ?? []), figure])
  }
  return [...groups]
}

function table(figures: Figure[], before: Run | undefined) {
  const rows = figures.map((figure) => {
    const last = before?.figures.find(
      ({ group, name }) => group === figure.group && name === figure.name,
    )
    const verdict = isWithin(figure) ? '' : ' **over**'
    const cells = [
      figure.name,
      written(figure) + verdict,
      budgetOf(figure),
      last ? written(last) : '',
      last ? change(figure.value, last.value) : '',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| | now | budget | before | change |',
    '| --- | ---: | --- | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function change(now: number, before: number) {
  const percent = Math.round((now / before - 1) * 100)
  if (!Number.isFinite(percent)) return ''
  return percent > 0 ? `+${percent} %` : `${percent} %`
}
