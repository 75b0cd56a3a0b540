import { implement } from '@orpc/server'
import { setup } from '#contract/setup.ts'
import { shop_address } from '#contract/shop-address.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { closeDemoAdmins, createOwnAdmin } from '../accounts/index.ts'
import { hideGuide, storeConfirmation } from './confirmations.ts'
import { readSetup } from './guide.ts'
import { checkShopAddress, readShopAddress, saveShopAddress } from './operating-settings.ts'

const api = implement({ setup, shop_address }).$context<RequestContext>().use(guard)

const done = { done: true as const }

export const shopAddressRouter = {
  get: api.shop_address.get.handler(({ context }) => readShopAddress(context)),
  check: api.shop_address.check.handler(({ context, input }) =>
    checkShopAddress(context, input.public_url),
  ),
  save: api.shop_address.save.handler(async ({ context, input }) =>
    saveShopAddress(context, input, await changedBy(context)),
  ),
}

export const setupRouter = {
  get: api.setup.get.handler(({ context }) => readSetup(context)),
  set_hidden: api.setup.set_hidden.handler(async ({ context, input }) => {
    await hideGuide(context.db, input.is_hidden)
    return done
  }),
  confirm: api.setup.confirm.handler(async ({ context, input }) => {
    const { steps } = await readSetup(context)
    const part = steps.flatMap(({ parts }) => parts).find((one) => one.part === input.part)
    if (part?.confirmable !== input.confirmable) throw errors.CHANGED_SINCE_READ()
    await storeConfirmation(context.db, input, await changedBy(context))
    return done
  }),
  create_own_admin: api.setup.create_own_admin.handler(async ({ context, input }) => {
    await createOwnAdmin(context, input)
    return done
  }),
  close_demo_admin: api.setup.close_demo_admin.handler(async ({ context }) => {
    await closeDemoAdmins(context.db)
    return done
  }),
}
