/** Typed beginnings shorter than this stand only for themselves. */
const SHORTEST_BEGINNING = 4

/** For a word: the other words of the groups that have it, or that have a word which it begins. */
export function synonymsOf(word: string, groups: readonly (readonly string[])[]): string[] {
  const singular = word.replace(/s$/, '')
  const isMeant = (one: string) =>
    one === word || one === singular || (word.length >= SHORTEST_BEGINNING && one.startsWith(word))
  const found = groups.filter((group) => group.some(isMeant)).flat()
  return [...new Set(found)].filter((one) => one !== word)
}
