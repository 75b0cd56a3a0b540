import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const program = (name: string) => path.join(root, 'node_modules/.bin', name)

// container.soak.test.ts runs the steps of the Dockerfile.

test.each([
  ['Dockerfile', 'dockerfile-utils', ['lint', 'Dockerfile']],
  ['compose.yaml', 'dclint', ['--max-warnings=0', 'compose.yaml']],
])('%s has no finding of its linter', async (_, linter, args) => {
  const findings = await run(program(linter), args, { cwd: root }).then(
    () => '',
    ({ stdout, stderr }) => stdout + stderr,
  )
  expect(findings).toBe('')
})
