/**
 * Writes the items of concurrent calls together: while one `write` runs, the items of the next one gather.
 * Each call waits for the write that has its item.
 */
export function batched<Item>(write: (items: Item[]) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve()
  let next: { items: Item[]; written: Promise<unknown> } | undefined

  function startBatch() {
    const items: Item[] = []
    const written = last.then(() => {
      next = undefined
      return write(items)
    })
    last = written.catch(() => {})
    return { items, written }
  }

  return async (item: Item) => {
    next ??= startBatch()
    next.items.push(item)
    await next.written
  }
}
