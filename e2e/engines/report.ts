import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const PAGE = 'docs/browsers.md'
const FOLDER = 'docs/browsers'
const WIDTHS = { phone: 260, desktop: 480 }
const PHONE_LIMIT = 500
const QUALITY = 55

export type Result = {
  engine: string
  version: string
  seconds: Map<string, number>
  pictures: Map<string, Buffer>
}

/** Writes docs/browsers.md: what ran where, and the same screens side by side. */
export async function writeReport(results: Result[], machine: string, today: string) {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const names = [...(results[0]?.pictures.keys() ?? [])]
  for (const { engine, pictures } of results) {
    for (const [name, picture] of pictures) await save(picture, fileOf(name, engine))
  }
  await writeFile(PAGE, renderPage(results, names, machine, today))
}

const fileOf = (name: string, engine: string) =>
  path.posix.join(FOLDER, `${name}-${engine.toLowerCase()}.webp`)

async function save(picture: Buffer, file: string) {
  const { width } = await sharp(picture).metadata()
  const isPhone = width < PHONE_LIMIT
  await sharp(picture)
    .resize({ width: isPhone ? WIDTHS.phone : WIDTHS.desktop })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file)
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

function renderPage(results: Result[], names: string[], machine: string, today: string) {
  const engines = results.map(({ engine }) => engine)
  const journeys = [...(results[0]?.seconds.keys() ?? [])]
  const table = (first: string, rows: string[][]) =>
    [row([first, ...engines]), row(['---', ...engines.map(() => '---')]), ...rows.map(row)].join(
      '\n',
    )
  return `# Three browsers

Written by \`npm run test:browsers\` on ${today}, ${machine}.

The same journeys ([e2e/engines](../e2e/engines)) in three engines, on one shop with the demo data. A journey fails on anything that is not shown, on an error or warning of the console, and on a screen that is wider than its window. WebKit is the engine of Safari, here in the GTK browser.

${table('Journey', [
  ['', ...results.map(({ version }) => version)],
  ...journeys.map((name) => [
    name,
    ...results.map(({ seconds }) => `passed, ${seconds.get(name)?.toFixed(0)} s`),
  ]),
])}

## Side by side

${table(
  'Screen',
  names.map((name) => [
    name,
    ...engines.map(
      (engine) => `![${name} in ${engine}](browsers/${path.basename(fileOf(name, engine))})`,
    ),
  ]),
)}
`
}
