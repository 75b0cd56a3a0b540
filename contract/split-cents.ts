/** `amount` in proportion to the weights, in whole cents; the cents that are left go by largest remainder. */
export function splitCents(weights: readonly number[], amount: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (amount === 0 || sum === 0) return weights.map(() => 0)
  // Exact also where cents times cents pass the largest safe integer.
  const exact = weights.map((weight) => BigInt(weight) * BigInt(amount))
  const shares = exact.map((value) => Number(value / BigInt(sum)))
  const rest = exact.map((value) => Number(value % BigInt(sum)))
  // Sorting is stable, so of equal remainders the first goes first.
  const byRest = rest.map((_, place) => place).sort((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0))
  const left = amount - shares.reduce((total, share) => total + share, 0)
  for (const place of byRest.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}
