import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { lineReporter } from './scripts/mutation/reporter.ts'
import usual from './vitest.config.ts'

const { MUTATION_FOLDER = '', MUTATION_FILE = '', TEST_TEMPLATE_URL } = process.env

/** The file with all mutants in it, in place of the file. */
const instrumented: Plugin = {
  name: 'instrumented',
  enforce: 'pre',
  load: (id) =>
    id === path.resolve(MUTATION_FILE)
      ? readFileSync(path.join(MUTATION_FOLDER, 'instrumented.ts'), 'utf8')
      : null,
}

class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
  }
}

/** For scripts/mutation/run-copies.ts; tests of pure functions start no PostgreSQL. */
export default defineConfig({
  ...usual,
  plugins: [...(usual.plugins ?? []), instrumented],
  test: {
    ...usual.test,
    include: [`${MUTATION_FOLDER}/*.test.ts`],
    exclude: ['node_modules/**'],
    globalSetup: TEST_TEMPLATE_URL ? ['server/testing/global-setup.ts'] : [],
    setupFiles: ['scripts/mutation/worker.ts', 'server/testing/setup.ts'],
    reporters: [lineReporter(path.join(MUTATION_FOLDER, 'outcomes.jsonl'))],
    sequence: { sequencer: ByName },
    maxWorkers: 1,
    isolate: process.env.MUTATION_ISOLATE === 'yes',
    // A mutant that lets a test wait for ever is detected after this; the slowest tests take 5 seconds.
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
})
