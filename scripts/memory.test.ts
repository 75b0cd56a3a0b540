import { expect, test } from 'vitest'
import { availableMb, readAvailableMb } from './memory.mjs'

const MEMINFO = `MemTotal:        2048000 kB
MemFree:          102400 kB
MemAvailable:    1024000 kB
SwapTotal:        512000 kB
SwapFree:         512000 kB`
const megabytes = (count: number) => String(count * 1024 * 1024)

test('a machine has what it can free, and its swap', () => {
  expect(availableMb({ meminfo: MEMINFO })).toBe(1500)
})

test('a container has what its limit leaves; cached files can be given up', () => {
  const group = {
    limit: megabytes(512),
    used: megabytes(400),
    file: 'inactive_file',
    stat: `anon 1\ninactive_file ${megabytes(300)}\n`,
  }
  expect(availableMb({ meminfo: MEMINFO, group })).toBe(412)
})

test('without a limit that of the machine counts: "max" in version 2, a huge number in version 1', () => {
  const group = { used: megabytes(400), file: 'inactive_file', stat: '' }
  expect(availableMb({ meminfo: MEMINFO, group: { ...group, limit: 'max' } })).toBe(1500)
  expect(availableMb({ meminfo: MEMINFO, group: { ...group, limit: '9223372036854771712' } })).toBe(
    1500,
  )
})

test.runIf(process.platform === 'linux')('this machine can be asked', () => {
  expect(readAvailableMb()).toBeGreaterThan(0)
})
