import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** One piece of a page. `spaced`: its author left a blank line before it. */
type Block = { spaced: boolean } & (
  | { kind: 'heading'; mark: '#' | '##'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'list'; start: number | null; items: string[] }
  | { kind: 'text'; text: string }
)

type Item = { number: number | null; text: string }

const NUMBERED = /^(\d{1,6})\.\s+(.*)$/
const BULLET = /^-\s+(.*)$/
const BOLD = /^\*\*(.+)\*\*$/

/** Reads the simple marks that a page's text may carry, line by line. */
export function readBlocks(content: string): Block[] {
  const blocks: Block[] = []
  let spaced = false
  for (const line of content.split(/\r?\n/).map((text) => text.trim())) {
    if (line === '') spaced = true
    else {
      addLine(blocks, line, spaced)
      spaced = false
    }
  }
  return blocks
}

function addLine(blocks: Block[], line: string, spaced: boolean): void {
  const item = listItem(line)
  const last = blocks.at(-1)
  if (!item) blocks.push(plain(line, spaced))
  else if (last?.kind === 'list' && continues(last.start, item, spaced)) last.items.push(item.text)
  else blocks.push({ kind: 'list', start: item.number, items: [item.text], spaced })
}

/** A list goes on over blank lines, until the other kind comes or the numbers start again. */
function continues(start: number | null, item: Item, spaced: boolean): boolean {
  if ((start === null) !== (item.number === null)) return false
  return !(spaced && item.number === 1)
}

function listItem(line: string): Item | null {
  const [, number, numbered] = NUMBERED.exec(line) ?? []
  if (numbered !== undefined) return { number: Number(number), text: numbered }
  const bullet = BULLET.exec(line)?.[1]
  return bullet === undefined ? null : { number: null, text: bullet }
}

function plain(line: string, spaced: boolean): Block {
  if (line.startsWith('# ')) return { kind: 'heading', mark: '#', text: line.slice(2), spaced }
  if (line.startsWith('## ')) return { kind: 'heading', mark: '##', text: line.slice(3), spaced }
  const bold = BOLD.exec(line)?.[1]
  return bold === undefined
    ? { kind: 'text', text: line, spaced }
    : { kind: 'bold', text: bold, spaced }
}

type MarkedTextProps = {
  content: string
  className?: string
  /** Draws the text of a paragraph or list item; without it the text stands as it is. */
  inline?: (text: string) => ReactNode
}

/** Renders headings, bold lines, lists and paragraphs; never HTML. */
export function MarkedText({ content, className, inline = asItIs }: MarkedTextProps) {
  const blocks = readBlocks(content)
  const firstMain = blocks.findIndex((block) => block.kind === 'heading' && block.mark === '#')
  return (
    <div className={clsx('leading-relaxed [&>:first-child]:mt-0', className)}>
      {blocks.map((block, index) =>
        textBlock(block, index, firstMain >= 0 && firstMain < index, inline),
      )}
    </div>
  )
}

const asItIs = (text: string): ReactNode => text

/** A function, not a component: a page may have ten thousand lines. The text is read once and never reordered. */
function textBlock(
  block: Block,
  key: number,
  isBelowMain: boolean,
  inline: (text: string) => ReactNode,
) {
  switch (block.kind) {
    case 'heading':
      return block.mark === '##' && isBelowMain ? (
        <h3 key={key} className="mt-8 mb-1 text-xl">
          {block.text}
        </h3>
      ) : (
        <h2 key={key} className="mt-11 mb-1 text-2xl lg:text-[1.75rem]">
          {block.text}
        </h2>
      )
    case 'bold':
      return (
        <p key={key} className={block.spaced ? 'mt-6' : 'mt-2'}>
          <strong className="font-semibold">{block.text}</strong>
        </p>
      )
    case 'list':
      return <List key={key} items={block.items} start={block.start} inline={inline} />
    case 'text':
      return (
        <p key={key} className={block.spaced ? 'mt-4 text-ink/85' : 'mt-1 text-ink/85'}>
          {inline(block.text)}
        </p>
      )
  }
}

type ListProps = {
  items: readonly string[]
  start: number | null
  inline: (text: string) => ReactNode
}

function List({ items, start, inline }: ListProps) {
  const lines = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
    <li key={index} className="wrap-anywhere pl-1.5 text-ink/85">
      {inline(item)}
    </li>
  ))
  const look = 'mt-4 grid gap-2 pl-6 marker:text-rose'
  if (start === null) return <ul className={clsx(look, 'list-disc')}>{lines}</ul>
  return (
    <ol start={start} className={clsx(look, 'list-decimal marker:font-medium')}>
      {lines}
    </ol>
  )
}
