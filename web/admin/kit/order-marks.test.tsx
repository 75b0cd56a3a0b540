import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { StatusBadge } from './order-marks.tsx'

const colourOf = (status: (typeof ORDER_STATUSES)[number]) =>
  /bg-(\w+)-tint/.exec(renderToStaticMarkup(<StatusBadge status={status} />))?.[1]

// Shows S4.8, B4.1, B4.4
test('of the five statuses completed is green, pending yellow, and the others blue', () => {
  expect(ORDER_STATUSES.map((status) => [status, colourOf(status)])).toEqual([
    ['pending', 'honey'],
    ['processing', 'sky'],
    ['shipped', 'sky'],
    ['completed', 'leaf'],
    ['cancelled', 'sky'],
  ])
})
