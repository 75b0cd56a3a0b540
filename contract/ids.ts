// Apart from the schemas, so that zod stays out of shoppers' bundles.

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i')
const EVERY_UUID = new RegExp(UUID, 'gi')

export const isUuid = (text: string) => WHOLE_UUID.test(text)

/** The ids in an address in one spelling, so that it is one key of a cache. */
export const lowerCaseIds = (address: string) =>
  address.replace(EVERY_UUID, (id) => id.toLowerCase())

/** How an order is called by people: the beginning of its id. */
export const orderNumber = (id: string) => id.slice(0, 8)
