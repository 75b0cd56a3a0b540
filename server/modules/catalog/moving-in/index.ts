import type { Format } from './moved-rows.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

export { fetchPicturesJob } from './fetch-pictures.ts'
export { type MovedRow, readMoved } from './moved-rows.ts'
export { oldAddresses } from './old-addresses.ts'
export { knownOrigins, queuePictures, storeOrigins } from './origins.ts'
export {
  forgetFailures,
  listPictureFailures,
  readPictureProgress,
  retryFailures,
} from './picture-progress.ts'

const FORMATS: readonly Format[] = [shopify, woocommerce]

/** Whose export a file is, by the names of its columns; undefined for one of ours. */
export function formatOf(names: readonly string[]): Format | undefined {
  const known = new Set(names)
  return FORMATS.find(({ recognises }) => recognises(known))
}
