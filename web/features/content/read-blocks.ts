export type Block =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'list'; numbered: boolean; items: string[] }
  | { kind: 'text'; text: string }

const NUMBERED = /^\d+\.\s+(.*)$/
const BULLET = /^-\s+(.*)$/
const BOLD = /^\*\*(.+)\*\*$/

/** Reads the simple marks that a page's text may carry, line by line. */
export function readBlocks(content: string): Block[] {
  const blocks: Block[] = []
  for (const line of content.split(/\r?\n/).map((text) => text.trim())) {
    if (line === '') continue
    const item = listItem(line)
    const last = blocks.at(-1)
    if (item && last?.kind === 'list' && last.numbered === item.numbered) last.items.push(item.text)
    else
      blocks.push(
        item ? { kind: 'list', numbered: item.numbered, items: [item.text] } : plain(line),
      )
  }
  return blocks
}

function listItem(line: string): { numbered: boolean; text: string } | null {
  const numbered = NUMBERED.exec(line)?.[1]
  if (numbered !== undefined) return { numbered: true, text: numbered }
  const bullet = BULLET.exec(line)?.[1]
  return bullet === undefined ? null : { numbered: false, text: bullet }
}

function plain(line: string): Block {
  if (line.startsWith('## ')) return { kind: 'heading', level: 2, text: line.slice(3) }
  if (line.startsWith('# ')) return { kind: 'heading', level: 1, text: line.slice(2) }
  const bold = BOLD.exec(line)?.[1]
  return bold === undefined ? { kind: 'text', text: line } : { kind: 'bold', text: bold }
}
