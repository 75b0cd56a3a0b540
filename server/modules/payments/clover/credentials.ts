import { desc } from 'drizzle-orm'
import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { readCurrency } from '../../content/reads.ts'
import { clover_settings } from '../payments.table.ts'

export type Credentials = {
  merchant_id: string
  private_token: string
  webhook_secret: string | null
}

/** Where they come from, and whether they are the ones in use. */
type KnownCredentials = Credentials & {
  is_active: boolean
  /** As the provider said when they were saved; null where it did not. */
  currency: string | null
  source: 'saved' | 'environment' | 'simulator'
}

/** The simulator's tokens have this prefix, the provider's do not. */
const SIMULATED_TOKEN = /^sim_/

/** A demo shop talks to the simulator with the simulator's tokens, and to Clover once the owner saved others. */
export const isSimulated = ({ clover }: Config, { private_token }: { private_token: string }) =>
  clover.simulated && SIMULATED_TOKEN.test(private_token)

export function providerUrls(config: Config, credentials: { private_token: string }) {
  const { apiUrl, ecommerceUrl, simulatorUrl } = config.clover
  return simulatorUrl && isSimulated(config, credentials)
    ? { apiUrl: simulatorUrl, ecommerceUrl: simulatorUrl }
    : { apiUrl, ecommerceUrl }
}

type CredentialContext = Pick<AppContext, 'config' | 'db' | 'log'>
type Sealed = 'private_token' | 'webhook_secret'

/** Bound to merchant and field: a ciphertext copied to another row or column cannot be decrypted. */
const about = (merchant_id: string, field: Sealed) => `clover_settings:${merchant_id}:${field}`

export const sealCredential = (config: Config, merchant_id: string, field: Sealed, plain: string) =>
  encrypt(config.secrets.encryption, plain, about(merchant_id, field))

const openCredential = (config: Config, merchant_id: string, field: Sealed, sealed: string) =>
  decrypt(config.secrets.encryption, sealed, about(merchant_id, field))

/** The merchant account that takes the money. */
export async function activeCredentials(context: CredentialContext) {
  const known = await knownCredentials(context)
  return known.find(({ is_active }) => is_active) ?? null
}

/** The active ones. None while their account takes another currency than the shop's: the provider has no other. */
export async function usableCredentials(context: CredentialContext) {
  const active = await activeCredentials(context)
  return active && (await otherCurrency(context, active)) ? null : active
}

/** Credentials of the environment are always the ones in use: without asking the database. */
export const isPaymentConfigured = async (context: CredentialContext) =>
  environmentCredentials(context.config)?.source === 'environment' ||
  (await usableCredentials(context)) !== null

/** The currency of a merchant account, if it is known and not the shop's. */
export async function otherCurrency(
  context: CredentialContext,
  { currency }: { currency: string | null },
) {
  return currency && currency !== (await readCurrency(context)) ? currency : undefined
}

/**
 * All accounts ever used: a payment page of an earlier one may still be paid. Variables of the environment win over
 * what the admin saved, apart from those of the simulator, which stands in until something is saved.
 */
export async function knownCredentials(context: CredentialContext): Promise<KnownCredentials[]> {
  const { readable: saved } = await storedCredentials(context)
  const given = environmentCredentials(context.config)
  if (!given) return saved
  const same = saved.find(({ merchant_id }) => merchant_id === given.merchant_id)
  const others = saved.filter((one) => one !== same)
  const hasActive = saved.some(({ is_active }) => is_active)
  if (context.config.clover.simulated && hasActive) {
    return [same ?? { ...given, currency: null, is_active: false }, ...others]
  }
  const webhook_secret = given.webhook_secret ?? same?.webhook_secret ?? null
  return [
    { ...given, webhook_secret, currency: same?.currency ?? null, is_active: true },
    ...others.map((one) => ({ ...one, is_active: false })),
  ]
}

function environmentCredentials({ clover }: Config) {
  const { merchantId, privateToken, webhookSecret } = clover
  if (!merchantId || !privateToken) return null
  return {
    merchant_id: merchantId,
    private_token: privateToken,
    webhook_secret: webhookSecret ?? null,
    source: clover.simulated ? ('simulator' as const) : ('environment' as const),
  }
}

/** Which accounts are saved, without any secret. */
export async function savedAccounts(context: CredentialContext) {
  const { rows, unreadable } = await storedCredentials(context)
  return rows.map(({ merchant_id, merchant_name, is_active, webhook_secret, updated_at }) => ({
    merchant_id,
    merchant_name,
    is_active,
    is_readable: !unreadable.some((one) => one.merchant_id === merchant_id),
    has_webhook_secret: webhook_secret !== null,
    updated_at,
  }))
}

/** Rows that cannot be decrypted, for the admin to enter again: the encryption key has changed, or the row was damaged. */
export const unreadableCredentials = async (context: CredentialContext) =>
  (await storedCredentials(context)).unreadable

/** One row that cannot be decrypted must not stop payments through the others, so it is left out. */
async function storedCredentials({ config, db, log }: CredentialContext) {
  const rows = await db
    .select()
    .from(clover_settings)
    .orderBy(desc(clover_settings.is_active), desc(clover_settings.updated_at))
  const readable: KnownCredentials[] = []
  const unreadable: Pick<StoredRow, 'merchant_id' | 'merchant_name' | 'is_active'>[] = []
  for (const row of rows) {
    const { merchant_id, merchant_name, is_active, currency } = row
    try {
      readable.push({ ...openRow(config, row), is_active, currency, source: 'saved' })
    } catch {
      if (isNewFinding(config, merchant_id)) {
        log.error({ merchant_id, is_active }, 'stored Clover credentials cannot be decrypted')
      }
      unreadable.push({ merchant_id, merchant_name, is_active })
    }
  }
  return { rows, readable, unreadable }
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
