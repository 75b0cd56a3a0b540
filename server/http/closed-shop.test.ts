import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createClosedShop } from './closed-shop.ts'

test('the shop is unused when its last running answer has ended', async () => {
  const closedShop = createClosedShop()
  const answers = [new EventEmitter(), new EventEmitter()] as ServerResponse[]
  for (const answer of answers) closedShop.track(answer)
  let isUnused = false
  const unused = closedShop.untilUnused().then(() => {
    isUnused = true
  })
  answers[0]?.emit('close')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(isUnused).toBe(false)
  answers[1]?.emit('close')
  await unused
})

test('an answer that does not end keeps nobody waiting for long', async () => {
  const closedShop = createClosedShop({ lastAnswersMs: 40 })
  closedShop.track(new EventEmitter() as ServerResponse)
  await closedShop.untilUnused()
})
