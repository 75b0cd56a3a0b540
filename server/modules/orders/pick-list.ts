import { MOST_AT_ONCE } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import type { Order } from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readSeller } from '../content/reads.ts'
import { heightOfText, type Page } from './invoice-text.ts'
import { countToPack, findToPack } from './packing.ts'
import {
  BOTTOM,
  LEFT,
  openDocument,
  QUIET,
  rule,
  type Seller,
  TOP,
  typeOf,
  WIDTH,
  write,
  writeBrand,
} from './pdf-document.ts'
import { readOrders } from './read-orders.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'now'>

/** For the given orders, or for all that wait to be packed. */
export async function pickListFile(context: Context, ids?: string[]) {
  const orders = await readOrders(context.db, ids ?? (await findToPack(context.db, MOST_AT_ONCE)))
  if (ids && orders.length === 0) throw errors.ORDER_NOT_FOUND()
  const left = ids ? 0 : Math.max(0, (await countToPack(context.db)) - orders.length)
  const seller = await readSeller(context)
  const pdf = await drawPickList({ orders, left, at: context.now() }, seller)
  return new File([new Uint8Array(pdf)], 'pick-list.pdf', { type: 'application/pdf' })
}

/** `left`: further orders that wait to be packed and are not in this list. */
type PickList = { orders: Order[]; left: number; at: Date }

/** First everything to take from the shelves, then what of it goes into which parcel. */
export function drawPickList({ orders, left, at }: PickList, seller: Seller): Promise<Buffer> {
  const { page, drawn } = openDocument({ Title: 'Pick list', Author: seller.name })
  drawHead(page, { orders, left, at }, seller)
  const picked = sumUp(orders)
  drawTitle(page, 'Take from the shelves')
  for (const line of picked) drawLine(page, line)
  drawCount(page, picked)
  if (orders.length > 0) drawTitle(page, 'Order by order')
  for (const order of orders) drawOrder(page, order)
  page.end()
  return drawn
}

type Line = { name: string; quantity: number }

/** Each product once; a size is a product of its own, and its name says which. */
export function sumUp(orders: readonly Pick<Order, 'items'>[]): Line[] {
  const sums = new Map<string, Line>()
  for (const { product_id, name, quantity } of orders.flatMap(({ items }) => items)) {
    const sum = sums.get(product_id)
    if (sum) sum.quantity += quantity
    else sums.set(product_id, { name, quantity })
  }
  return [...sums.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

const HALF = WIDTH / 2
const BOX = 12
const AT_NAME = 26
const AT_QUANTITY = WIDTH - 60
const NAME_WIDTH = WIDTH - 110

const printed = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

function drawHead(page: Page, { orders, left, at }: PickList, seller: Seller) {
  const right = { at: LEFT + HALF, width: HALF, align: 'right' } as const
  write(page, 'Pick list', TOP, { ...right, size: 22, bold: true })
  const top = writeBrand(page, seller, HALF) + 18
  rule(page, top)
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`
  const rest = left > 0 ? `, the oldest of ${orders.length + left} to pack` : ''
  write(page, orders.length === 0 ? 'Nothing to pack' : `${count}${rest}`, top + 12, {
    width: HALF,
    bold: true,
  })
  page.y = write(page, `${printed.format(at)} UTC`, top + 12, { ...right, size: 9, colour: QUIET })
  page.y += 14
}

function drawTitle(page: Page, title: string) {
  if (page.y + 60 > BOTTOM) page.addPage()
  page.y = write(page, title, page.y + 8, { size: 13, bold: true }) + 8
}

/** With a box to tick. */
function drawLine(page: Page, { name, quantity }: Line) {
  const height = heightOfText(page, name, NAME_WIDTH, typeOf({ size: 11 }))
  if (page.y + height > BOTTOM) page.addPage()
  const { y } = page
  page
    .rect(LEFT, y + 1, BOX, BOX)
    .lineWidth(0.8)
    .strokeColor(QUIET)
    .stroke()
  write(page, `${quantity} ×`, y, {
    at: LEFT + AT_QUANTITY,
    width: 60,
    align: 'right',
    size: 11,
    bold: quantity > 1,
  })
  page.y = write(page, name, y, { at: LEFT + AT_NAME, width: NAME_WIDTH, size: 11 }) + 6
}

function drawCount(page: Page, lines: readonly Line[]) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  rule(page, page.y + 2)
  page.y = write(page, `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`, page.y + 8, {
    align: 'right',
    bold: true,
  })
}

function drawOrder(page: Page, order: Order) {
  // An order and its first line stay together.
  if (page.y + 60 > BOTTOM) page.addPage()
  rule(page, page.y + 2)
  const y = page.y + 10
  const { shipping_address: to, shipping_method: method, guest_email } = order
  const who = to ? `${to.fullName}, ${to.city}` : (guest_email ?? 'Address missing')
  write(page, method?.name ?? '', y, {
    at: LEFT + HALF + 60,
    width: HALF - 60,
    align: 'right',
    size: 9,
    colour: QUIET,
  })
  page.y = write(page, `${orderNumber(order.id)}  ${who}`, y, { width: HALF + 50, bold: true }) + 6
  for (const item of order.items) drawLine(page, item)
}
