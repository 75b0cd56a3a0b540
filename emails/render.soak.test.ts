import { expect, test } from 'vitest'
import { templates } from './catalogue.ts'
import { renderMail } from './render.tsx'

test('rendering a mail costs at most 25 ms of CPU time', async () => {
  const shop = { name: 'Petal', url: 'https://petal.example', support_email: 'care@petal.example' }
  const { sample } = templates['order-confirmation']
  const start = process.cpuUsage()
  for (let n = 0; n < 100; n++) await renderMail('order-confirmation', sample, shop)
  const { user } = process.cpuUsage(start)
  expect(user / 1000 / 100).toBeLessThan(25)
})
