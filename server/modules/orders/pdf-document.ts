import PDFDocument from 'pdfkit'
import { DEFAULT_ACCENT } from '#contract/colours.ts'
import type { Currency } from '#contract/money.ts'
import { type Page, type Type, writeText } from './invoice-text.ts'

export const INK = '#2A1F24'
export const QUIET = '#6B5B60'
const LINE = '#EBDFDA'
export const TOP = 56
export const LEFT = 56
export const WIDTH = 612 - 2 * LEFT
export const RIGHT = LEFT + WIDTH
/** Below this line begins the room for totals and footer. */
export const BOTTOM = 792 - 90

/** A document of letter pages; `drawn` is fulfilled after `page.end()`. */
export function openDocument(info: { Title: string; Author: string }) {
  const page = new PDFDocument({ size: 'LETTER', margin: LEFT, info, bufferPages: true })
  const pieces: Buffer[] = []
  page.on('data', (piece) => pieces.push(piece))
  const drawn = new Promise<Buffer>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(pieces)))
    page.on('error', reject)
  })
  return { page, drawn }
}

type Style = {
  at?: number
  width?: number
  align?: 'left' | 'right'
  size?: number
  bold?: boolean
  colour?: string
}

export const typeOf = ({ size = 10, bold, colour = INK }: Style): Type => ({
  size,
  weight: bold ? 700 : 400,
  colour,
})

/** Writes one or more lines at a height and returns where they end. */
export function write(page: Page, text: string, y: number, style: Style = {}) {
  const { at = LEFT, width = WIDTH, align = 'left' } = style
  return writeText(page, text, { at, y, width, align }, typeOf(style))
}

/** Who sells, on top of a document. */
export type Seller = {
  name: string
  address: string
  city: string
  email: string
  phone: string
  /** A PNG or JPEG. */
  logo?: Buffer | null
  accent_colour?: string
  currency: Currency
}

const LOGO = { width: 200, height: 44 }

/** The logo with the name below it, or the name alone, large and in the shop's colour; returns where it ends. */
export function writeBrand(page: Page, { name, logo, accent_colour }: Seller, width: number) {
  const colour = accent_colour ?? DEFAULT_ACCENT
  if (!logo) return write(page, name, TOP, { width, size: 20, bold: true, colour })
  page.image(logo, LEFT, TOP, { fit: [LOGO.width, LOGO.height] })
  return write(page, name, TOP + LOGO.height + 8, { width, size: 11, bold: true, colour })
}

export const rule = (page: Page, y: number) =>
  page.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(LINE).stroke()
