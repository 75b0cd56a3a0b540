import { toPlainText } from '@react-email/components'

interface Element {
  attribs: Record<string, string>
  children: unknown[]
}

interface Builder {
  openBlock: (options: { leadingLineBreaks: number }) => void
  closeBlock: (options: { trailingLineBreaks: number }) => void
  addInline: (text: string) => void
  addLineBreak: () => void
}

type Walk = (children: unknown[], builder: Builder) => void

/** A table row is one line of text, given in its data-text attribute. */
function spelledOut(element: Element, _walk: Walk, builder: Builder) {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.addInline(element.attribs['data-text'] ?? '')
  builder.closeBlock({ trailingLineBreaks: 1 })
}

function action(element: Element, walk: Walk, builder: Builder) {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.addInline(':')
  builder.addLineBreak()
  builder.addInline(element.attribs.href ?? '')
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const options = {
  formatters: { spelledOut, action },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: '[data-text]', format: 'spelledOut' },
    { selector: 'a.action', format: 'action' },
    { selector: 'hr', options: { length: 32 } },
  ],
}

/** The plain-text part: the same content and links in the same order. */
export const plainText = (html: string) =>
  `${toPlainText(html, options)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
