// Apart from the schemas, so that the browser can know these numbers without them.

export const SHORTEST_PASSWORD = 6
export const SHORTEST_ADMIN_PASSWORD = 12
export const LONGEST_PASSWORD = 128
