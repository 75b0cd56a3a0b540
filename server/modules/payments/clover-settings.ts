import { eq, sql } from 'drizzle-orm'
import type { CloverCredentials, CloverSettings, Merchant } from '#contract/clover-settings.ts'
import type { Figures } from '#contract/insights.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  activeCredentials,
  type Credentials,
  createClover,
  isSimulated,
  otherCurrency,
  ProviderError,
  savedAccounts,
  sealCredential,
} from './clover/index.ts'
import { clover_settings } from './payments.table.ts'

/** Read from the database at every use, so a change is effective in all processes at once. */
export async function readCloverSettings(context: AppContext): Promise<CloverSettings> {
  const { clover, publicUrl } = context.config
  const active = await activeCredentials(context)
  const saved = await savedAccounts(context)
  const known = saved.find(({ merchant_id }) => merchant_id === active?.merchant_id)
  return {
    active: active && {
      merchant_id: active.merchant_id,
      merchant_name: known?.merchant_name ?? null,
      source: active.source,
      has_webhook_secret: Boolean(active.webhook_secret ?? clover.webhookSecret),
      other_currency: await otherCurrency(context, active),
    },
    saved,
    webhook_url: `${publicUrl}/webhooks/clover`,
  }
}

export async function paymentState(context: AppContext): Promise<Figures['payment']> {
  const active = await activeCredentials(context)
  if (!active) return 'missing'
  if (await otherCurrency(context, active)) return 'other-currency'
  return isSimulated(context.config, active) ? 'simulated' : 'ready'
}

export async function loadMerchants({ config, log }: AppContext, private_token: string) {
  try {
    // No merchant is chosen yet.
    const clover = createClover(config, { merchant_id: '', private_token })
    return { merchants: await clover.listMerchants() }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    log.warn({ err }, 'merchants not loaded')
    throw err.isForbidden ? errors.CLOVER_TOKEN_REFUSED() : errors.MERCHANTS_NOT_LOADED()
  }
}

/** Stores credentials that Clover accepts as the active ones. Earlier ones stay, for payments under way. */
export async function saveCredentials(
  context: AppContext,
  { merchant_id, private_token }: CloverCredentials,
  by: ChangedBy,
) {
  const { name, currency } = await checkCredentials(context, { merchant_id, private_token })
  await context.db.transaction(async (tx) => {
    const before = await lockSettings(tx)
    await tx
      .update(clover_settings)
      .set({ is_active: false })
      .where(eq(clover_settings.is_active, true))
    const fields = {
      merchant_name: name,
      currency,
      private_token: sealCredential(context.config, merchant_id, 'private_token', private_token),
      is_active: true,
      updated_at: by.at.toISOString(),
    }
    await tx
      .insert(clover_settings)
      .values({ merchant_id, ...fields })
      .onConflictDoUpdate({ target: clover_settings.merchant_id, set: fields })
    await recordAudit(tx, {
      by,
      object: { type: 'clover_settings', id: merchant_id, name },
      before: { active_merchant: before && nameOf(before), private_token: 'earlier' },
      after: {
        active_merchant: nameOf({ merchant_id, merchant_name: name }),
        private_token: 'new',
      },
    })
    await announceChange(tx, 'clover_settings')
  })
  return readCloverSettings(context)
}

type Named = { merchant_id: string; merchant_name: string }
const nameOf = ({ merchant_id, merchant_name }: Named) => `${merchant_name} (${merchant_id})`

/** Two admins who save at once do so one after the other. The row that is active so far. */
async function lockSettings(tx: Db): Promise<Named | undefined> {
  await tx.execute(sql`lock table ${clover_settings} in share row exclusive mode`)
  const [active] = await tx
    .select()
    .from(clover_settings)
    .where(eq(clover_settings.is_active, true))
  return active
}

export async function saveWebhookSecret(
  context: AppContext,
  { merchant_id, webhook_secret }: { merchant_id: string; webhook_secret: string },
  by: ChangedBy,
) {
  await context.db.transaction(async (tx) => {
    const [saved] = await tx
      .update(clover_settings)
      .set({
        webhook_secret: sealCredential(
          context.config,
          merchant_id,
          'webhook_secret',
          webhook_secret,
        ),
        updated_at: by.at.toISOString(),
      })
      .where(eq(clover_settings.merchant_id, merchant_id))
      .returning()
    if (!saved) throw errors.ROW_NOT_FOUND()
    await recordAudit(tx, {
      by,
      object: { type: 'clover_settings', id: merchant_id, name: saved.merchant_name },
      before: { webhook_secret: 'earlier' },
      after: { webhook_secret: 'new' },
    })
    await announceChange(tx, 'clover_settings')
  })
  return readCloverSettings(context)
}

export async function testConnection(context: AppContext) {
  const active = await activeCredentials(context)
  if (!active) throw errors.NOT_CONFIGURED()
  const merchant = await checkCredentials(context, active)
  const { currency } = merchant
  if (currency) {
    await context.db
      .update(clover_settings)
      .set({ currency })
      .where(eq(clover_settings.merchant_id, merchant.id))
  }
  return { ...merchant, other_currency: await otherCurrency(context, merchant) }
}

type CheckedMerchant = Merchant & { currency: string | null }
type Checked = Omit<Credentials, 'webhook_secret'>

/**
 * A token that may take payments need not be allowed to read its merchant. Then a payment page proves it, which
 * nobody sees and which expires.
 */
async function checkCredentials(context: AppContext, checked: Checked): Promise<CheckedMerchant> {
  const { config, log } = context
  const clover = createClover(config, checked)
  try {
    const merchant = await clover.readMerchant().catch((error) => {
      if (error instanceof ProviderError && error.isForbidden) return null
      throw error
    })
    if (merchant?.id === checked.merchant_id) {
      const currency = await clover.readCurrency().catch((err) => {
        log.warn({ err, merchant_id: merchant.id }, 'currency of the merchant not read')
        return null
      })
      return { ...merchant, currency }
    }
    if (merchant) throw errors.INVALID_CLOVER_CREDENTIALS()
    const { publicUrl } = config
    await clover.openCheckout({
      customer: {},
      lines: [{ name: 'Connection test', note: 'Connection test', price: 100, unitQty: 1 }],
      redirectUrls: { success: publicUrl, failure: publicUrl, cancel: publicUrl },
    })
    return { id: checked.merchant_id, name: checked.merchant_id, address: null, currency: null }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    log.warn({ err, merchant_id: checked.merchant_id }, 'Clover credentials not accepted')
    throw err.isRefusal ? errors.INVALID_CLOVER_CREDENTIALS() : errors.CLOVER_NOT_ANSWERING()
  }
}
