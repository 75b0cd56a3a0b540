import { readFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { onOneLine } from './page.ts'

/** One way in which Stryker changes the file. */
export type Mutant = { id: string; line: number; mutator: string; change: string; key: string }

const ignore = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
}

/** The file with all its mutants in it; `worker.ts` activates one of them. */
export async function instrument(file: string): Promise<{ code: string; mutants: Mutant[] }> {
  const source = readFileSync(file, 'utf8')
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [{ name: file, content: source, mutate: true }],
    { plugins: [], excludedMutations: [], ignorers: [] },
  )
  const [instrumented] = files
  if (!instrumented) throw new Error(`${file} was not instrumented`)
  return {
    code: instrumented.content,
    mutants: mutants.map(({ id, location, mutatorName, replacement = '' }) => {
      const change = `${onOneLine(textAt(source, location))} → ${onOneLine(replacement)}`
      // The instrumenter counts lines from 0.
      const { line, column } = location.start
      return {
        id,
        line: line + 1,
        mutator: mutatorName,
        change,
        key: `${line}:${column} ${change}`,
      }
    }),
  }
}

type Position = { line: number; column: number }

/** Lines and columns count from 0. */
export function textAt(source: string, { start, end }: { start: Position; end: Position }) {
  const lines = source.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  return lines
    .map((line, n) => line.slice(n === 0 ? start.column : 0, n === last ? end.column : undefined))
    .join('\n')
}
