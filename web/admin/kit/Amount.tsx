import { useMoney } from '../../lib/money.ts'

/** For a cell of a table, whose columns are no components. */
export function Amount({ of }: { of: number }) {
  return useMoney()(of)
}
