import { expect, test } from 'vitest'
import { duration, run } from './progress.mjs'

test.each([
  [3.14, '3.1 s'],
  [59.97, '1 min 0 s'],
  [119.6, '2 min 0 s'],
  [125.2, '2 min 5 s'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

const failure = (script: string) => run('sh', ['-c', script], {}).catch((error) => error.message)

test('a step that the system ended for memory says so; another one names its command', async () => {
  const memory = 'The memory of this machine was used up'
  expect(await failure('kill -9 $$')).toContain(memory)
  // npm reports what its script reported.
  expect(await failure('exit 137')).toContain(memory)
  expect(
    await failure('echo "FATAL ERROR: JavaScript heap out of memory" >&2; exit 134'),
  ).toContain(memory)
  expect(await failure('exit 3')).toBe('sh -c exit 3 ended with code 3')
})
