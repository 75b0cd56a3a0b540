/** Items of one write: the statement stays short, so that others need not wait long. */
const LARGEST = 100

type Batch<Item> = { items: Item[]; written: Promise<unknown> }

/**
 * Writes the items of concurrent calls together: while one `write` runs, the items of the next one gather.
 * Each call waits for the write that has its item. However many calls there are, they use one connection.
 */
export function writeInBatches<Item>(write: (items: Item[]) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve()
  let next: Batch<Item> | undefined

  function startBatch(): Batch<Item> {
    const items: Item[] = []
    const written = last.then(() => {
      if (next?.items === items) next = undefined
      return write(items)
    })
    last = written.catch(() => {})
    return { items, written }
  }

  return async (item: Item) => {
    if (!next || next.items.length === LARGEST) next = startBatch()
    next.items.push(item)
    await next.written
  }
}
