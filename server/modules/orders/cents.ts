/** Dollars in the database and on the wire; integer cents wherever there is arithmetic. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const fromCents = (cents: number) => cents / 100
