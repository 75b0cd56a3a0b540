type Identified = { id: string | number }
type Ids<Row extends Identified> = ReadonlySet<Row['id']>

/** Rows that stand for those below them: the id of such a row in a selection means all of these, and theirs are not in it. */
export type Nested<Row extends Identified> = {
  rows: readonly Row[]
  /** What is shown below a row; empty for most. */
  below: (row: Row) => readonly Row[]
}

/** The selection after the boxes of some rows were ticked, or cleared. */
export function changeSelection<Row extends Identified>(
  selection: Ids<Row>,
  { rows, below }: Nested<Row>,
  some: readonly Row[],
  on: boolean,
): Ids<Row> {
  const next = new Set(selection)
  const set = (id: Row['id'], isIn: boolean) => (isIn ? next.add(id) : next.delete(id))
  const touched = new Set(some.map(({ id }) => id))
  for (const row of rows) {
    const inner = below(row)
    if (touched.has(row.id)) {
      set(row.id, on)
      for (const { id } of inner) next.delete(id)
    } else if (inner.some(({ id }) => touched.has(id))) {
      const wasWhole = next.delete(row.id)
      for (const { id } of inner) set(id, touched.has(id) ? on : wasWhole || next.has(id))
      if (inner.every(({ id }) => next.has(id))) {
        for (const { id } of inner) next.delete(id)
        next.add(row.id)
      }
    }
  }
  return next
}

/** What a selection looks like: the rows that are in it, whose boxes are ticked, and which are ticked in part. */
export function readSelection<Row extends Identified>(
  selection: Ids<Row>,
  { rows, below }: Nested<Row>,
) {
  const selected: Row[] = []
  const ticked = new Set<Row['id']>()
  const mixed = new Set<Row['id']>()
  for (const row of rows) {
    const inner = below(row)
    const isWhole = selection.has(row.id)
    const part = isWhole ? inner : inner.filter(({ id }) => selection.has(id))
    for (const { id } of part) ticked.add(id)
    if (isWhole) ticked.add(row.id)
    else if (part.length > 0) mixed.add(row.id)
    selected.push(...(isWhole ? [row] : part))
  }
  return { selected, ticked, mixed }
}
