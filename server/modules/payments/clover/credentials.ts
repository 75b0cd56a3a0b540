import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { clover_settings } from '../payments.table.ts'

export type Credentials = {
  merchant_id: string
  private_token: string
  webhook_secret: string | null
}

type CredentialContext = Pick<AppContext, 'config' | 'db' | 'log'>
type Sealed = 'private_token' | 'webhook_secret'

/** Bound to merchant and field: a ciphertext copied to another row or column cannot be decrypted. */
const about = (merchant_id: string, field: Sealed) => `clover_settings:${merchant_id}:${field}`

export const sealCredential = (config: Config, merchant_id: string, field: Sealed, plain: string) =>
  encrypt(config.secrets.encryption, plain, about(merchant_id, field))

const openCredential = (config: Config, merchant_id: string, field: Sealed, sealed: string) =>
  decrypt(config.secrets.encryption, sealed, about(merchant_id, field))

/** The merchant account that takes the money: the one chosen by the admin, else the one of the environment. */
export async function activeCredentials(context: CredentialContext) {
  const known = await knownCredentials(context)
  return known.find(({ is_active }) => is_active) ?? null
}

/** All accounts ever used: a payment page of an earlier one may still be paid. */
export async function knownCredentials(context: CredentialContext) {
  const { readable: stored } = await storedCredentials(context)
  const given = environmentCredentials(context.config)
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

/** Rows that cannot be decrypted, for the admin to enter again: the encryption key has changed, or the row was damaged. */
export const unreadableCredentials = async (context: CredentialContext) =>
  (await storedCredentials(context)).unreadable

/** One row that cannot be decrypted must not stop payments through the others, so it is left out. */
async function storedCredentials({ config, db, log }: CredentialContext) {
  const rows = await db.select().from(clover_settings)
  const readable: (Credentials & { is_active: boolean })[] = []
  const unreadable: Pick<StoredRow, 'merchant_id' | 'merchant_name' | 'is_active'>[] = []
  for (const row of rows) {
    const { merchant_id, merchant_name, is_active } = row
    try {
      readable.push({ ...openRow(config, row), is_active })
    } catch {
      if (isNewFinding(config, merchant_id)) {
        log.error({ merchant_id, is_active }, 'stored Clover credentials cannot be decrypted')
      }
      unreadable.push({ merchant_id, merchant_name, is_active })
    }
  }
  return { readable, unreadable }
}

const findings = new WeakMap<Config, Set<string>>()

/** Logged once per process: the credentials are read for every payment. */
function isNewFinding(config: Config, merchant_id: string) {
  const logged = findings.get(config) ?? new Set()
  findings.set(config, logged)
  if (logged.has(merchant_id)) return false
  logged.add(merchant_id)
  return true
}

type StoredRow = typeof clover_settings.$inferSelect

const openRow = (config: Config, row: StoredRow): Credentials => ({
  merchant_id: row.merchant_id,
  private_token: openCredential(config, row.merchant_id, 'private_token', row.private_token),
  webhook_secret:
    row.webhook_secret &&
    openCredential(config, row.merchant_id, 'webhook_secret', row.webhook_secret),
})

/** Secrets that webhook events may be signed with. A merchant without one of its own uses that of the environment. */
export async function webhookSecrets(context: CredentialContext) {
  const known = await knownCredentials(context)
  const secrets = [
    ...known.map(({ webhook_secret }) => webhook_secret),
    context.config.clover.webhookSecret,
  ]
  return [...new Set(secrets.filter((secret): secret is string => Boolean(secret)))]
}
