// In a file of its own: shopper pages load it without the schemas.

/** "3 sizes" */
export function countChoices(count: number, optionName: string): string {
  const word = optionName.toLowerCase()
  if (count === 1) return `1 ${word}`
  if (/[^aeiou]y$/.test(word)) return `${count} ${word.slice(0, -1)}ies`
  return `${count} ${word}${/(s|x|ch|sh)$/.test(word) ? 'es' : 's'}`
}

/** "Choose a shade" */
export function chooseOne(optionName: string): string {
  const word = optionName.toLowerCase()
  return `Choose ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}
