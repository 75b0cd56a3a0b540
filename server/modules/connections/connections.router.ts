import { implement } from '@orpc/server'
import { api_keys } from '#contract/api-keys.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { createApiKey, listApiKeys, revokeApiKey, updateApiKey } from './api-keys.ts'

const api = implement({ api_keys }).$context<RequestContext>().use(guard)

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
