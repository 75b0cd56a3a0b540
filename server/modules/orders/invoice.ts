import { chargesOf } from '#contract/charges.ts'
import { orderNumber } from '#contract/ids.ts'
import { lineTotal, type Money, moneyIn } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import { heightOfText, type Page } from './invoice-text.ts'
import {
  BOTTOM,
  INK,
  LEFT,
  openDocument,
  QUIET,
  RIGHT,
  rule,
  type Seller,
  TOP,
  typeOf,
  WIDTH,
  write,
  writeBrand,
} from './pdf-document.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const invoiceNumber = (order: Pick<Order, 'id' | 'created_at'>) =>
  `INV-${order.created_at.slice(0, 10).replaceAll('-', '')}-${orderNumber(order.id).toUpperCase()}`

/** The invoice of a paid order; for an unpaid one there is none. */
export async function invoiceFile(order: Order, readSeller: () => Promise<Seller>) {
  if (!order.completed_at) throw errors.ORDER_NOT_FOUND()
  const pdf = await drawInvoice(order, await readSeller())
  const name = `${invoiceNumber(order)}.pdf`
  return new File([new Uint8Array(pdf)], name, { type: 'application/pdf' })
}

export function drawInvoice(order: Order, seller: Seller): Promise<Buffer> {
  const info = { Title: `Invoice ${invoiceNumber(order)}`, Author: seller.name }
  const { page, drawn } = openDocument(info)
  drawHead(page, order, seller)
  drawTableHead(page)
  const formatMoney = moneyIn(seller.currency)
  for (const item of order.items) drawItem(page, item, formatMoney)
  drawSums(page, order, formatMoney)
  drawFooters(page, seller)
  page.end()
  return drawn
}

function drawHead(page: Page, order: Order, seller: Seller) {
  const half = WIDTH / 2
  write(page, 'Invoice', TOP, {
    at: LEFT + half,
    width: half,
    align: 'right',
    size: 22,
    bold: true,
  })
  const contact = [seller.address, seller.city, seller.email, seller.phone].filter(Boolean)
  let y = writeBrand(page, seller, half) + 4
  for (const line of contact) y = write(page, line, y, { width: half, size: 9, colour: QUIET })

  const top = Math.max(y, TOP + 70) + 18
  rule(page, top)
  const ends = [drawCustomer(page, order, top + 14, half), drawFacts(page, order, top + 14, half)]
  page.y = Math.max(...ends) + 22
}

function drawCustomer(
  page: Page,
  { shipping_address: to, guest_email, in_person }: Order,
  top: number,
  width: number,
) {
  const title = in_person ? 'Billed to' : 'Billed and shipped to'
  let y = write(page, title, top, { width, size: 9, colour: QUIET }) + 2
  const place = to && `${to.city}, ${to.state} ${to.zipCode}`
  const lines = to ? [to.fullName, to.address, place, to.country, to.email] : [guest_email]
  for (const line of lines) if (line) y = write(page, line, y, { width: width - 20 })
  return y
}

function drawFacts(page: Page, order: Order, top: number, half: number) {
  const facts = [
    ['Invoice number', invoiceNumber(order)],
    ['Date', longDate.format(new Date(order.completed_at ?? order.created_at))],
    ['Order', orderNumber(order.id)],
    ['Payment', order.payment_id ?? (order.total > 0 ? 'Received' : 'Nothing to pay')],
  ]
  let y = top
  for (const [label = '', value = ''] of facts) {
    write(page, label, y, { at: LEFT + half, width: 90, colour: QUIET, size: 9 })
    y = write(page, value, y, { at: LEFT + half + 90, width: half - 90, align: 'right' })
  }
  return y
}

const COLUMNS = { name: 0, quantity: 270, price: 330, amount: 410 }
const NAME_WIDTH = 250
const NUMBER = { width: 70, align: 'right' as const }

function drawTableHead(page: Page) {
  const { y } = page
  const style = { size: 9, colour: QUIET }
  write(page, 'Item', y, style)
  write(page, 'Quantity', y, { ...style, ...NUMBER, at: LEFT + COLUMNS.quantity - 10 })
  write(page, 'Price', y, { ...style, ...NUMBER, at: LEFT + COLUMNS.price })
  write(page, 'Amount', y, {
    ...style,
    width: RIGHT - LEFT - COLUMNS.amount,
    align: 'right',
    at: LEFT + COLUMNS.amount,
  })
  rule(page, page.y + 4)
  page.y += 12
}

function drawItem(page: Page, { name, quantity, price }: OrderItem, formatMoney: Money) {
  const height = heightOfText(page, name, NAME_WIDTH, typeOf({}))
  if (page.y + height > BOTTOM) {
    page.addPage()
    drawTableHead(page)
  }
  const { y } = page
  const amount = lineTotal({ price, quantity })
  write(page, String(quantity), y, { ...NUMBER, at: LEFT + COLUMNS.quantity - 10 })
  write(page, formatMoney(price), y, { ...NUMBER, at: LEFT + COLUMNS.price })
  write(page, formatMoney(amount), y, {
    at: LEFT + COLUMNS.amount,
    width: RIGHT - LEFT - COLUMNS.amount,
    align: 'right',
  })
  page.y = write(page, name, y, { width: NAME_WIDTH }) + 6
}

function drawSums(page: Page, order: Order, formatMoney: Money) {
  const charges = chargesOf(order, formatMoney)
  if (page.y + 73 + 17 * charges.length > BOTTOM) page.addPage()
  rule(page, page.y + 2)
  let y = page.y + 14
  const row = (label: string, amount: string, bold = false) => {
    const size = bold ? 12 : 10
    write(page, label, y, {
      at: LEFT + 250,
      width: 150,
      align: 'right',
      bold,
      size,
      colour: bold ? INK : QUIET,
    })
    y =
      write(page, amount, y, {
        at: LEFT + 400,
        width: RIGHT - LEFT - 400,
        align: 'right',
        bold,
        size,
      }) + 3
  }
  row('Subtotal', formatMoney(order.subtotal))
  for (const { label, amount } of charges) row(label, amount)
  row('Total', formatMoney(order.total), true)
}

/** Written last, when the number of pages is known. */
function drawFooters(page: Page, seller: Seller) {
  const { start, count } = page.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    page.switchToPage(start + index)
    const number = count > 1 ? `  ·  Page ${index + 1} of ${count}` : ''
    write(page, `Thank you for shopping with ${seller.name}${number}`, 792 - 50, {
      size: 8,
      colour: QUIET,
    })
  }
}
