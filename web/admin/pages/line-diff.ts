export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'skipped'; text: string }

/** Unchanged lines around a change. */
const CONTEXT = 2
/** Above it, the longest common subsequence would take too long; then all old lines are replaced by all new ones. */
const MOST_CELLS = 4_000_000

/** The difference of two texts, line by line, with long unchanged parts left out. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return withoutLongSames(compare(before.split('\n'), after.split('\n')))
}

function compare(before: string[], after: string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const mayShare = () => end < before.length - start && end < after.length - start
  while (mayShare() && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...lines('same', before.slice(0, start)),
    ...compareMiddle(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...lines('same', end > 0 ? before.slice(-end) : []),
  ]
}

const lines = (kind: DiffLine['kind'], texts: string[]) => texts.map((text) => ({ kind, text }))

/** By the longest common subsequence; `common[i][j]` is its length from line i and j on. */
function compareMiddle(before: string[], after: string[]): DiffLine[] {
  if (before.length * after.length > MOST_CELLS) {
    return [...lines('removed', before), ...lines('added', after)]
  }
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const result: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      result.push({ kind: 'same', text: before[i] ?? '' })
      i++
      j++
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      result.push({ kind: 'removed', text: before[i++] ?? '' })
    } else {
      result.push({ kind: 'added', text: after[j++] ?? '' })
    }
  }
  return result
}

function withoutLongSames(all: DiffLine[]): DiffLine[] {
  const isNear = (n: number) =>
    all.slice(Math.max(0, n - CONTEXT), n + CONTEXT + 1).some(({ kind }) => kind !== 'same')
  const result: DiffLine[] = []
  for (const [n, line] of all.entries()) {
    if (isNear(n)) result.push(line)
    else if (result.at(-1)?.kind !== 'skipped') result.push({ kind: 'skipped', text: '…' })
  }
  return result
}
