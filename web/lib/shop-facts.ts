/** What every page knows of the shop; the root route loads it. */
export type ShopFacts = { origin: string; site_title: string; site_description: string }

export const absoluteUrl = ({ origin }: Pick<ShopFacts, 'origin'>, address: string): string =>
  /^https?:/i.test(address) ? address : origin + address

/** Something in the words of schema.org. */
export type SchemaThing = { [property: string]: SchemaValue }
type SchemaValue = string | number | boolean | SchemaThing | SchemaValue[]
