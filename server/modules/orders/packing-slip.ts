import { orderNumber } from '#contract/ids.ts'
import type { Order } from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import { heightOfText, type Page } from './invoice-text.ts'
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

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** One file for several orders, so that they print at once. */
export async function packingSlipsFile(orders: Order[], seller: Seller) {
  const [first] = orders
  if (!first) throw errors.ORDER_NOT_FOUND()
  const pdf = await drawPackingSlips(orders, seller)
  const name = orders.length === 1 ? `packing-slip-${orderNumber(first.id)}` : 'packing-slips'
  return new File([new Uint8Array(pdf)], `${name}.pdf`, { type: 'application/pdf' })
}

/** Each order begins on a page of its own. No prices: the parcel may be a present. */
export function drawPackingSlips(orders: Order[], seller: Seller): Promise<Buffer> {
  const { page, drawn } = openDocument({ Title: 'Packing slips', Author: seller.name })
  orders.forEach((order, index) => {
    if (index > 0) page.addPage()
    drawHead(page, order, seller)
    drawTableHead(page)
    for (const item of order.items) drawItem(page, item)
    drawCount(page, order)
    drawNote(page, order)
  })
  page.end()
  return drawn
}

const HALF = WIDTH / 2
const BOX = 12
const COLUMNS = { name: 26, quantity: WIDTH - 60 }
const NAME_WIDTH = WIDTH - 110

function drawHead(page: Page, order: Order, seller: Seller) {
  const number = orderNumber(order.id)
  write(page, 'Packing slip', TOP, {
    at: LEFT + HALF,
    width: HALF,
    align: 'right',
    size: 22,
    bold: true,
  })
  const top = writeBrand(page, seller, HALF) + 18
  rule(page, top)
  const ends = [
    drawAddress(page, order, top + 14),
    drawFacts(page, top + 14, [
      ['Order', number],
      ['Date', longDate.format(new Date(order.created_at))],
      ...(order.shipping_method ? [['Shipping', order.shipping_method.name] as const] : []),
      ...(order.tracking_number ? [['Tracking', order.tracking_number] as const] : []),
    ]),
  ]
  page.y = Math.max(...ends) + 24
}

/** Large enough to be read from across the packing table. */
function drawAddress(page: Page, order: Order, top: number) {
  const { shipping_address: to } = order
  let y = write(page, 'Ship to', top, { width: HALF, size: 9, colour: QUIET }) + 2
  if (order.in_person)
    return write(page, 'Handed over in person', y, { width: HALF, size: 13, bold: true })
  if (!to) return write(page, 'Address missing', y, { width: HALF, size: 13, bold: true })
  y = write(page, to.fullName, y, { width: HALF, size: 13, bold: true })
  for (const line of [to.address, `${to.city}, ${to.state} ${to.zipCode}`, to.country]) {
    y = write(page, line, y, { width: HALF, size: 12 })
  }
  return y
}

function drawFacts(page: Page, top: number, facts: (readonly [string, string])[]) {
  let y = top
  for (const [label, value] of facts) {
    write(page, label, y, { at: LEFT + HALF + 20, width: 70, colour: QUIET, size: 9 })
    y = write(page, value, y, { at: LEFT + HALF + 90, width: HALF - 90, align: 'right' })
  }
  return y
}

function drawTableHead(page: Page) {
  const { y } = page
  const style = { size: 9, colour: QUIET }
  write(page, 'Item', y, { ...style, at: LEFT + COLUMNS.name })
  write(page, 'Quantity', y, { ...style, at: LEFT + COLUMNS.quantity, width: 60, align: 'right' })
  rule(page, page.y + 4)
  page.y += 14
}

/** With a box to tick. */
function drawItem(page: Page, { name, quantity }: Order['items'][number]) {
  const height = heightOfText(page, name, NAME_WIDTH, typeOf({ size: 12 }))
  if (page.y + height > BOTTOM) {
    page.addPage()
    drawTableHead(page)
  }
  const { y } = page
  page
    .rect(LEFT, y + 1, BOX, BOX)
    .lineWidth(0.8)
    .strokeColor(QUIET)
    .stroke()
  const style = { size: 12, bold: quantity > 1 }
  write(page, String(quantity), y, {
    ...style,
    at: LEFT + COLUMNS.quantity,
    width: 60,
    align: 'right',
  })
  page.y = write(page, name, y, { at: LEFT + COLUMNS.name, width: NAME_WIDTH, size: 12 }) + 8
}

/** What the shop wrote to the customer. */
function drawNote(page: Page, { customer_note: note }: Order) {
  if (!note) return
  const height = heightOfText(page, note, WIDTH, typeOf({ size: 12 }))
  if (page.y + height + 40 > BOTTOM) page.addPage()
  const y = write(page, 'A note for you', page.y + 22, { size: 9, colour: QUIET })
  page.y = write(page, note, y + 2, { size: 12 })
}

function drawCount(page: Page, { items }: Order) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  rule(page, page.y + 2)
  write(page, `${count} ${count === 1 ? 'piece' : 'pieces'}`, page.y + 12, {
    align: 'right',
    bold: true,
  })
}
