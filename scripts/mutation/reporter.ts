import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** What came of one copy of a test file. */
export type Outcome = {
  name: string
  isGreen: boolean
  /** The test that failed first; none when the file itself did. */
  failed: string | null
  message: string
  isEndless: boolean
  wasPaused: boolean
  hits: Record<string, number>
  hitAtImport: string[]
}

/** Writes a line for each copy, so that the results of a run that is ended are not lost. */
export const lineReporter = (file: string): Reporter => ({
  onTestModuleEnd(module) {
    appendFileSync(file, `${JSON.stringify(outcomeOf(module))}\n`)
  },
})

function outcomeOf(module: TestModule): Outcome {
  const { hits = {}, hitAtImport = [], isEndless = false, wasPaused = false } = module.meta()
  const [failed] = module.children.allTests('failed')
  const errors = [...(failed?.result().errors ?? []), ...module.errors()]
  const message = errors[0]?.message ?? ''
  return {
    name: path.basename(module.moduleId),
    isGreen: module.state() === 'passed',
    failed: failed?.fullName ?? null,
    message,
    isEndless: isEndless || isTimeout(message),
    wasPaused,
    hits,
    hitAtImport,
  }
}

/** Of a test or of a hook, as vitest words it. */
export const isTimeout = (message: string) => /^(Test|Hook) timed out in \d+ms/.test(message)
