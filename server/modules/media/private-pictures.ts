import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { typeOf } from './file-names.ts'
import { media_files } from './media.table.ts'

/** A private picture for somebody who may see it: the caller has checked that. With an order, only one of that order. */
export async function readPrivatePicture(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  { name, order_id }: { name: string; order_id?: string },
) {
  const [row] = await db
    .select({ order_id: media_files.order_id })
    .from(media_files)
    .where(and(eq(media_files.name, name), eq(media_files.state, 'stored')))
  const isIts = order_id === undefined || row?.order_id === order_id
  if (!row?.order_id || !isIts) throw errors.ROW_NOT_FOUND()
  const found = await files.open(name)
  if (!found) throw errors.ROW_NOT_FOUND()
  return new File([new Uint8Array(await buffer(found.stream))], name, { type: typeOf(name) })
}
