/** A change of the source that no test detected. */
export type Survivor = { line: number; mutator: string; change: string; isCovered: boolean }
export type FileResult = {
  tested: string
  detected: number
  /** Detected because a test did not end. */
  endless: number
  survivors: Survivor[]
}

export type Results = { versions: Record<string, string>; files: Record<string, FileResult> }
type Explained = Record<string, Record<string, string>>

/** Of all changes, the share that a test detects, in percent. */
export const SMALLEST_SCORE = 90

const scoreOf = (detected: number, survived: number) =>
  detected + survived === 0 ? 100 : (100 * detected) / (detected + survived)

/** What is wrong with the results, as sentences. */
export function findProblems(results: Results, explained: Explained, files: string[]): string[] {
  const problems: string[] = []
  for (const file of Object.keys(results.files).filter((name) => !files.includes(name))) {
    problems.push(`${file} has results, but is not in scripts/mutation/money-files.ts.`)
  }
  for (const [file, { survivors }] of Object.entries(results.files)) {
    for (const { line, change } of survivors) {
      if (!explained[file]?.[change]) problems.push(`${file}:${line} no test detects: ${change}`)
    }
  }
  for (const [file, reasons] of Object.entries(explained)) {
    const known = results.files[file]?.survivors.map(({ change }) => change) ?? []
    for (const change of Object.keys(reasons)) {
      if (!known.includes(change)) problems.push(`${file}: a reason for no survivor: ${change}`)
    }
  }
  const score = totalScore(results)
  if (score < SMALLEST_SCORE) problems.push(`The score is ${score.toFixed(1)} %.`)
  return problems
}

export function totalScore({ files }: Results) {
  const all = Object.values(files)
  const detected = all.reduce((sum, one) => sum + one.detected, 0)
  const survived = all.reduce((sum, one) => sum + one.survivors.length, 0)
  return scoreOf(detected, survived)
}

export const untestedOf = ({ files }: Results, all: string[]) => all.filter((file) => !files[file])

export function renderPage(results: Results, explained: Explained, all: string[]): string {
  const { versions, files } = results
  const entries = Object.entries(files)
  const changes = entries.reduce((sum, [, one]) => sum + one.detected + one.survivors.length, 0)
  const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const dates = [...new Set(entries.map(([, { tested }]) => tested))].sort()
  return `# Mutation check of what decides money

Written by \`npm run test:mutation\` (${dates.join(', ')}; ${tools.join(', ')}). It changes each of these files in every way that Stryker knows, one change at a time, and runs the tests of the file: a change that no test detects is a rule that no test shows.

**${totalScore(results).toFixed(1)} %** of ${changes} changes are detected; ${SMALLEST_SCORE} % is the least. Each change that is not detected is explained below, in the words of \`scripts/mutation/explained.ts\`.

| File | Changes | Detected | of which tests that did not end | Not detected | Score | Tested |
| --- | --: | --: | --: | --: | --: | --- |
${entries.map(([file, one]) => row(file, one)).join('\n')}
${notTested(untestedOf(results, all))}
## Changes that no test detects
${entries.map(([file, { survivors }]) => section(file, survivors, explained[file] ?? {})).join('')}`
}

const notTested = (files: string[]) =>
  files.length === 0
    ? ''
    : `\nNot tested yet, so not counted (\`npm run test:mutation -- <words>\`): ${files.join(', ')}.\n`

function row(file: string, { detected, endless, survivors, tested }: FileResult) {
  const survived = survivors.length
  const score = `${scoreOf(detected, survived).toFixed(1)} %`
  return `| [${file}](../${file}) | ${detected + survived} | ${detected} | ${endless} | ${survived} | ${score} | ${tested} |`
}

function section(file: string, survivors: Survivor[], reasons: Record<string, string>) {
  if (survivors.length === 0) return ''
  const lines = survivors.map(({ line, change, isCovered }) => {
    const reason = reasons[change] ?? '**not explained**'
    return `- Line ${line}${isCovered ? '' : ', which no test runs'}: ${code(change)}. ${reason}`
  })
  return `\n### ${file}\n\n${lines.join('\n')}\n`
}

/** Texts of the source may have backticks of their own. */
const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

export const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
