import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { onFileEnd } from './cleanup.ts'
import { freePort } from './free-port.ts'

/** Another test run: it asks for ports, and goes on. */
async function givenOtherRun(): Promise<number[]> {
  const code = `
    import { freePort } from ${JSON.stringify(new URL('free-port.ts', import.meta.url).href)}
    console.log(JSON.stringify([await freePort(), await freePort()]))
    process.stdin.resume()`
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  onFileEnd(() => run.kill())
  const [line] = await once(run.stdout, 'data')
  return JSON.parse(String(line))
}

test('test runs at the same time get different ports, also before they listen', async () => {
  const others = await Promise.all([givenOtherRun(), givenOtherRun(), givenOtherRun()])
  const ports = [...others.flat(), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(8)
})
