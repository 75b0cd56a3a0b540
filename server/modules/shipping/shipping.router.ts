import { implement } from '@orpc/server'
import { shipping } from '#contract/shipping.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import {
  createZone,
  listPlaces,
  listRates,
  listZones,
  removeZone,
  reorderZones,
  updateZone,
} from './zones.ts'

const implementer = implement({ shipping }).$context<RequestContext>().use(guard)

export const shippingRouter = {
  places: implementer.shipping.places.handler(({ context }) => listPlaces(context.db)),
  rates: implementer.shipping.rates.handler(({ context }) => listRates(context.db)),
  zones: implementer.shipping.zones.handler(({ context }) => listZones(context.db)),
  create: implementer.shipping.create.handler(async ({ context, input }) =>
    createZone(context.db, input, await changedBy(context)),
  ),
  update: implementer.shipping.update.handler(async ({ context, input }) =>
    updateZone(context.db, input, await changedBy(context)),
  ),
  reorder: implementer.shipping.reorder.handler(async ({ context, input }) =>
    reorderZones(context.db, input.ids, await changedBy(context)),
  ),
  remove: implementer.shipping.remove.handler(async ({ context, input }) =>
    removeZone(context.db, input.id, await changedBy(context)),
  ),
}
