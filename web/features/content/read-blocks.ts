/** One piece of a page. `spaced`: its author left a blank line before it. */
export type Block = { spaced: boolean } & (
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
