/**
 * How many slips of the finger (a letter too many, missing, wrong, or two swapped) lie between what was typed
 * and the beginning of a word. Somebody who is still typing has only the beginning.
 */
export function spellingDistance(typed: string, word: string): number {
  const width = Math.min(word.length, typed.length + 2)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, n) => n)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= width; j++) {
      const same = typed[i - 1] === word[j - 1]
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      row[j] = Math.min(
        at(last, j - 1) + (same ? 0 : 1),
        at(last, j) + 1,
        at(row, j - 1) + 1,
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return Math.min(...last)
}

const at = (row: number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
