import { clsx } from 'clsx'
import { type Block, readBlocks } from './read-blocks.ts'

/** A page as its author wrote it: headings, bold lines, lists and breaks, never HTML. */
export function PageText({ content }: { content: string }) {
  const blocks = readBlocks(content)
  const firstMain = blocks.findIndex((block) => block.kind === 'heading' && block.mark === '#')
  return (
    <div className="text-[1.0625rem] leading-relaxed [&>:first-child]:mt-0 [&>p:first-child]:text-quiet [&>p:first-child]:text-xl [&>p:first-child]:leading-relaxed">
      {blocks.map((block, index) => (
        // The text is read once and never reordered.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <TextBlock key={index} block={block} isBelowMain={firstMain >= 0 && firstMain < index} />
      ))}
    </div>
  )
}

type TextBlockProps = { block: Block; isBelowMain: boolean }

function TextBlock({ block, isBelowMain }: TextBlockProps) {
  switch (block.kind) {
    case 'heading':
      return block.mark === '##' && isBelowMain ? (
        <h3 className="mt-8 mb-1 text-xl">{block.text}</h3>
      ) : (
        <h2 className="mt-11 mb-1 text-2xl lg:text-[1.75rem]">{block.text}</h2>
      )
    case 'bold':
      return (
        <p className={block.spaced ? 'mt-6' : 'mt-2'}>
          <strong className="font-semibold">{block.text}</strong>
        </p>
      )
    case 'list':
      return <List items={block.items} start={block.start} />
    case 'text':
      return <p className={clsx('text-ink/85', block.spaced ? 'mt-4' : 'mt-1')}>{block.text}</p>
  }
}

function List({ items, start }: { items: readonly string[]; start: number | null }) {
  const lines = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
    <li key={index} className="wrap-anywhere pl-1.5 text-ink/85">
      {item}
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
