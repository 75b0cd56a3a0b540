import { customType, integer, numeric, uuid } from 'drizzle-orm/pg-core'

/** A moment, as an ISO 8601 UTC string from the database to the browser. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => new Date(value).toISOString(),
})

export const money = () => numeric({ precision: 10, scale: 2, mode: 'number' })

export const id = () => uuid().primaryKey().defaultRandom()

/** Counts the changes of the back office; see edit-rows.ts. */
export const version = () => integer().notNull().default(1)

/** The SQL list of a CHECK: `status in ('a', 'b')`. */
export const oneOf = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
