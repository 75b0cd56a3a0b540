import { readFileSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import type { MoneyFile } from './money-files.ts'
import { type FileResult, onOneLine } from './page.ts'

/** What the tests do not run is a part of the score; what does not compile is not. */
const DETECTED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

type Options = { today: string; again: boolean; concurrency: number }

/** Changes the file in every way that Stryker knows, one at a time, and runs its tests for each. */
export async function testFile({ file, tests }: MoneyFile, options: Options): Promise<FileResult> {
  process.env.MUTATION_TESTS = tests.join(',')
  const stryker = new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: options.concurrency,
    reporters: ['progress-append-only'],
    tempDirName: '.mutation',
    ignorePatterns: ['/data', '/docs', '/e2e', '/bench', '/deploy', '/test-results', '/.git'],
    // TypeScript 7 has no API for programs; Vite removes the types by itself.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    incremental: true,
    incrementalFile: `node_modules/.cache/mutation/${file.replaceAll('/', '-')}.json`,
    force: !options.again,
    timeoutMS: 20_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 10,
    allowConsoleColors: false,
    logLevel: 'warn',
  } as ConstructorParameters<typeof Stryker>[0])
  const mutants = await stryker.runMutationTest()
  const source = readFileSync(file, 'utf8')
  const count = (status: string) => mutants.filter((one) => one.status === status).length
  return {
    tested: options.today,
    detected: DETECTED.reduce((sum, status) => sum + count(status), 0),
    endless: count('Timeout'),
    survivors: mutants
      .filter(({ status }) => UNNOTICED.includes(status))
      .map(({ location, mutatorName, replacement = '', status }) => ({
        line: location.start.line,
        mutator: mutatorName,
        change: `${onOneLine(textAt(source, location))} → ${onOneLine(replacement)}`,
        isCovered: status === 'Survived',
      }))
      .sort((one, other) => one.line - other.line || (one.change < other.change ? -1 : 1)),
  }
}

type Position = { line: number; column: number }

/** Lines and columns count from 1. */
function textAt(source: string, { start, end }: { start: Position; end: Position }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, n) =>
      line.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined),
    )
    .join('\n')
}
