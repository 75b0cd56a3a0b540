import { expect, test } from 'vitest'
import { sizesFor, thisMachine } from './machine.ts'

test.each([
  { memoryMb: 480, cores: 1, webProcesses: 1 },
  { memoryMb: 900, cores: 4, webProcesses: 1 },
  { memoryMb: 1024, cores: 2, webProcesses: 1 },
  { memoryMb: 2000, cores: 2, webProcesses: 2 },
  { memoryMb: 2000, cores: 8, webProcesses: 4 },
  { memoryMb: 32_000, cores: 8, webProcesses: 8 },
])('$memoryMb MB and $cores cores: $webProcesses web processes', ({ webProcesses, ...machine }) => {
  expect(sizesFor(machine).webProcesses).toBe(webProcesses)
})

test('under a gigabyte every part is smaller', () => {
  const small = sizesFor({ memoryMb: 480, cores: 1 })
  const large = sizesFor({ memoryMb: 8000, cores: 1 })
  for (const part of ['heapMb', 'pageCacheMb'] as const) {
    expect(small[part]).toBeLessThan(large[part])
  }
  expect(small.postgres.max_connections).toBeLessThan(large.postgres.max_connections)
})

test('this machine has memory and cores', () => {
  const { memoryMb, cores } = thisMachine()
  expect(memoryMb).toBeGreaterThan(100)
  expect(memoryMb).toBeLessThan(100_000_000)
  expect(cores).toBeGreaterThan(0)
})
