import { implement } from '@orpc/server'
import { tax } from '#contract/tax.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { importRates } from './import-rates.ts'
import { createRate, listRates, removePlace, removeRate, updateRate } from './rates.ts'
import { readTaxSettings, saveTaxSettings } from './settings.ts'

// The report is of orders and refunds, so the insights module answers it.
const { report, ...own } = tax
const api = implement({ tax: own }).$context<RequestContext>().use(guard)

export const taxRouter = {
  settings: api.tax.settings.handler(({ context }) => readTaxSettings(context.db)),
  save_settings: api.tax.save_settings.handler(async ({ context, input }) =>
    saveTaxSettings(context.db, input, await changedBy(context)),
  ),
  rates: api.tax.rates.handler(({ context, input }) => listRates(context.db, input)),
  create: api.tax.create.handler(async ({ context, input }) =>
    createRate(context.db, input, await changedBy(context)),
  ),
  update: api.tax.update.handler(async ({ context, input }) =>
    updateRate(context.db, input, await changedBy(context)),
  ),
  remove: api.tax.remove.handler(async ({ context, input }) =>
    removeRate(context.db, input.id, await changedBy(context)),
  ),
  remove_place: api.tax.remove_place.handler(async ({ context, input }) =>
    removePlace(context.db, input, await changedBy(context)),
  ),
  import: api.tax.import.handler(async ({ context, input }) =>
    importRates(context.db, input, await changedBy(context)),
  ),
}
