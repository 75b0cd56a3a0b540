import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { clover_settings } from '../payments.table.ts'

export type Credentials = {
  merchant_id: string
  private_token: string
  webhook_secret: string | null
}

type Sealed = 'private_token' | 'webhook_secret'

/** Bound to merchant and field: a ciphertext copied to another row or column cannot be decrypted. */
const about = (merchant_id: string, field: Sealed) => `clover_settings:${merchant_id}:${field}`

export const sealCredential = (config: Config, merchant_id: string, field: Sealed, plain: string) =>
  encrypt(config.secrets.encryption, plain, about(merchant_id, field))

const openCredential = (config: Config, merchant_id: string, field: Sealed, sealed: string) =>
  decrypt(config.secrets.encryption, sealed, about(merchant_id, field))

/** The merchant account that takes the money: the one chosen by the admin, else the one of the environment. */
export async function activeCredentials(context: Pick<AppContext, 'config' | 'db'>) {
  const known = await knownCredentials(context)
  return known.find(({ is_active }) => is_active) ?? null
}

/** All accounts ever used: a payment page of an earlier one may still be paid. */
export async function knownCredentials({ config, db }: Pick<AppContext, 'config' | 'db'>) {
  const stored = await storedCredentials(config, db)
  const given = environmentCredentials(config)
  const hasActive = stored.some(({ is_active }) => is_active)
  const isStored = stored.some(({ merchant_id }) => merchant_id === given?.merchant_id)
  if (!given || (isStored && hasActive)) return stored
  return [{ ...given, is_active: !hasActive }, ...stored]
}

function environmentCredentials({ clover }: Config): Credentials | null {
  const { merchantId, privateToken, webhookSecret } = clover
  if (!merchantId || !privateToken) return null
  return {
    merchant_id: merchantId,
    private_token: privateToken,
    webhook_secret: webhookSecret ?? null,
  }
}

async function storedCredentials(config: Config, db: Db) {
  const rows = await db.select().from(clover_settings)
  return rows.map(({ merchant_id, private_token, webhook_secret, is_active }) => ({
    merchant_id,
    is_active,
    private_token: openCredential(config, merchant_id, 'private_token', private_token),
    webhook_secret:
      webhook_secret && openCredential(config, merchant_id, 'webhook_secret', webhook_secret),
  }))
}

/** Secrets that webhook events may be signed with. A merchant without one of its own uses that of the environment. */
export async function webhookSecrets(context: Pick<AppContext, 'config' | 'db'>) {
  const known = await knownCredentials(context)
  const secrets = [
    ...known.map(({ webhook_secret }) => webhook_secret),
    context.config.clover.webhookSecret,
  ]
  return [...new Set(secrets.filter((secret): secret is string => Boolean(secret)))]
}
