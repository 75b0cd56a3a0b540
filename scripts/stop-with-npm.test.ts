import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const MODULE = pathToFileURL('scripts/stop-with-npm.mjs').href
const SCRIPT = `
  const { stopWithNpm } = await import('${MODULE}')
  process.on('SIGTERM', () => { console.log('stopped in order'); process.exit() })
  setTimeout(() => {}, 60_000)
  stopWithNpm()
  console.log('running')`

test('a signal to npm alone also reaches what its shell runs', async () => {
  // Two commands, so that the shell does not replace itself with the first one.
  const args = ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, SCRIPT]
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of shell.stdout) {
    output += chunk
    if (String(chunk).includes('running')) shell.kill('SIGTERM')
  }
  // The stream ends when the last process that writes to it has ended.
  expect(output).toBe('running\nstopped in order\n')
  if (shell.signalCode === null) await once(shell, 'exit')
  expect(shell.signalCode).toBe('SIGTERM')
})
