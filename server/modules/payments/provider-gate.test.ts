import { expect, test } from 'vitest'
import { ProviderGate } from './provider-gate.ts'

const soon = () => Date.now() + 5_000
const isOpen = async (entering: Promise<void>) =>
  Promise.race([entering.then(() => true), new Promise((next) => setImmediate(() => next(false)))])

test('four go in at once; the fifth waits until one leaves', async () => {
  const gate = new ProviderGate()
  for (let n = 0; n < 4; n++) expect(await isOpen(gate.enter(soon()))).toBe(true)
  const fifth = gate.enter(soon())
  expect(await isOpen(fifth)).toBe(false)
  gate.leave(true)
  expect(await isOpen(fifth)).toBe(true)
})

test('whoever waits too long goes away', async () => {
  const gate = new ProviderGate()
  for (let n = 0; n < 4; n++) await gate.enter(soon())
  await expect(gate.enter(Date.now() + 20)).rejects.toMatchObject({ sent: false })
})

test('after three without an answer nobody goes in, those who wait included; an answer opens it again', async () => {
  const gate = new ProviderGate()
  for (let n = 0; n < 4; n++) await gate.enter(soon())
  const waiting = gate.enter(soon())
  const others = [gate.enter(soon()), gate.enter(soon()), gate.enter(soon())]
  for (let n = 0; n < 3; n++) gate.leave(false)
  await waiting
  const outcomes = await Promise.allSettled(others)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(gate.enter(soon())).rejects.toMatchObject({ sent: false })
  gate.leave(true)
  expect(await isOpen(gate.enter(soon()))).toBe(true)
})
