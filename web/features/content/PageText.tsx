import { clsx } from 'clsx'
import { Fragment } from 'react'
import { type Block, readBlocks } from './read-blocks.ts'

/** A page as its author wrote it: headings, bold lines, lists and breaks, never HTML. */
export function PageText({ content }: { content: string }) {
  return (
    <div className="grid gap-4 text-[1.0625rem] leading-relaxed">
      {readBlocks(content).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is read once and never reordered.
        <Fragment key={index}>{renderBlock(block)}</Fragment>
      ))}
    </div>
  )
}

function renderBlock(block: Block) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className={clsx('mt-6', block.level === 1 ? 'text-3xl' : 'text-2xl')}>{block.text}</h2>
      )
    case 'bold':
      return <p className="font-semibold">{block.text}</p>
    case 'list':
      return <ListBlock items={block.items} numbered={block.numbered} />
    case 'text':
      return <p className="text-ink/85">{block.text}</p>
  }
}

function ListBlock({ items, numbered }: { items: string[]; numbered: boolean }) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <List
      className={clsx('grid gap-2 pl-6 marker:text-rose', numbered ? 'list-decimal' : 'list-disc')}
    >
      {items.map((item) => (
        <li key={item} className="pl-1 text-ink/85">
          {item}
        </li>
      ))}
    </List>
  )
}
