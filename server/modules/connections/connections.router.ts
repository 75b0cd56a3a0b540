import { implement } from '@orpc/server'
import { api_keys } from '#contract/api-keys.ts'
import { webhooks } from '#contract/webhooks.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { createApiKey, listApiKeys, revokeApiKey, updateApiKey } from './api-keys.ts'
import { listDeliveries, resendDelivery, testWebhook } from './deliveries.ts'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  renewSecret,
  updateWebhook,
} from './webhooks.ts'

const api = implement({ api_keys, webhooks }).$context<RequestContext>().use(guard)
const done = { done: true } as const

export const apiKeysRouter = {
  list: api.api_keys.list.handler(({ context, input }) => listApiKeys(context.db, input)),
  create: api.api_keys.create.handler(async ({ context, input }) =>
    createApiKey(context.db, input, await changedBy(context)),
  ),
  update: api.api_keys.update.handler(async ({ context, input }) =>
    updateApiKey(context.db, input, await changedBy(context)),
  ),
  revoke: api.api_keys.revoke.handler(async ({ context, input }) =>
    revokeApiKey(context.db, input.id, await changedBy(context)),
  ),
}

export const webhooksRouter = {
  list: api.webhooks.list.handler(({ context }) => listWebhooks(context.db)),
  create: api.webhooks.create.handler(async ({ context, input }) =>
    createWebhook(context, input, await changedBy(context)),
  ),
  update: api.webhooks.update.handler(async ({ context, input }) =>
    updateWebhook(context, input, await changedBy(context)),
  ),
  renew_secret: api.webhooks.renew_secret.handler(async ({ context, input }) =>
    renewSecret(context, input.id, await changedBy(context)),
  ),
  remove: api.webhooks.remove.handler(async ({ context, input }) => {
    await removeWebhook(context.db, input.id, await changedBy(context))
    return done
  }),
  test: api.webhooks.test.handler(async ({ context, input }) => {
    await testWebhook(context.db, input.id)
    return done
  }),
  deliveries: api.webhooks.deliveries.handler(({ context, input }) =>
    listDeliveries(context.db, input),
  ),
  resend: api.webhooks.resend.handler(async ({ context, input }) => {
    await resendDelivery(context.db, input.id)
    return done
  }),
}
