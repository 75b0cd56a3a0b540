import { implement } from '@orpc/server'
import { returns } from '#contract/returns.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { readPrivatePicture } from '../media/index.ts'
import { findOwnOrder } from '../orders/index.ts'
import { askReturn, returnsOfOwnOrder, withdrawReturn } from './ask-return.ts'
import {
  approveReturn,
  closeReturn,
  declineReturn,
  readReturn,
  receiveReturn,
  refundReturn,
} from './desk.ts'
import { listReturns } from './list-returns.ts'
import { readReturnSettings, saveReturnSettings } from './settings.ts'

const api = implement({ returns }).$context<RequestContext>().use(guard)

export const returnsRouter = {
  policy: api.returns.policy.handler(({ context }) => readReturnSettings(context.db)),
  of_own_order: api.returns.of_own_order.handler(async ({ context, input }) =>
    returnsOfOwnOrder(context, await findOwnOrder(context, input)),
  ),
  ask: api.returns.ask.handler(async ({ context, input: { id, key, ...request } }) =>
    askReturn(context, await findOwnOrder(context, { id, key }), request),
  ),
  withdraw: api.returns.withdraw.handler(async ({ context, input }) =>
    withdrawReturn(context, await findOwnOrder(context, input), input.return_id),
  ),
  picture: api.returns.picture.handler(async ({ context, input }) => {
    const { id: order_id } = await findOwnOrder(context, input)
    return readPrivatePicture(context, { name: input.name, order_id })
  }),

  settings: api.returns.settings.handler(({ context }) => readReturnSettings(context.db)),
  save_settings: api.returns.save_settings.handler(async ({ context, input }) =>
    saveReturnSettings(context.db, input, await changedBy(context)),
  ),
  list: api.returns.list.handler(({ context, input }) => listReturns(context.db, input)),
  get: api.returns.get.handler(({ context, input }) => readReturn(context.db, input.id)),
  admin_picture: api.returns.admin_picture.handler(({ context, input }) =>
    readPrivatePicture(context, input),
  ),
  approve: api.returns.approve.handler(async ({ context, input }) =>
    approveReturn(context, input, await changedBy(context)),
  ),
  decline: api.returns.decline.handler(async ({ context, input }) =>
    declineReturn(context, input, await changedBy(context)),
  ),
  arrive: api.returns.arrive.handler(async ({ context, input }) =>
    receiveReturn(context, input, await changedBy(context)),
  ),
  refund: api.returns.refund.handler(async ({ context, input }) =>
    refundReturn(context, input, await changedBy(context)),
  ),
  close: api.returns.close.handler(async ({ context, input }) =>
    closeReturn(context, input, await changedBy(context)),
  ),
}
