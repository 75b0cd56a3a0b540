import { createPrivateKey, createPublicKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { MailServerEdit, MailSettings } from '#contract/mail-studio.ts'
import { type ChangedBy, changesSince, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { mail_settings } from './mail.table.ts'
import { readShop, senderOf } from './mail-message.ts'
import { checkSmtp, type SmtpSettings } from './smtp.ts'

type Source = Pick<AppContext, 'config' | 'db'>
type Row = typeof mail_settings.$inferSelect

const NOTHING_SAVED: Row = {
  id: 'mail',
  host: null,
  port: null,
  user: '',
  password: null,
  sender: '',
  dkim_domain: '',
  dkim_selector: '',
  dkim_key: null,
  retention_days: 365,
  tested_server: null,
  tested_at: null,
  version: 0,
}

async function readRow(db: Db): Promise<Row> {
  const [row] = await db.select().from(mail_settings)
  return row ?? NOTHING_SAVED
}

/** Bound to its account: a ciphertext that is moved to another server's settings cannot be decrypted. */
const aboutPassword = ({ host, port, user }: Pick<Row, 'host' | 'port' | 'user'>) =>
  `mail_settings:password:${host}:${port}:${user}`
const ABOUT_DKIM = 'mail_settings:dkim_key'

type Sealed = { is_readable: boolean; password?: string; dkim_key?: string }

function openSecrets({ secrets }: Config, row: Row): Sealed {
  try {
    return {
      is_readable: true,
      ...(row.password && {
        password: decrypt(secrets.encryption, row.password, aboutPassword(row)),
      }),
      ...(row.dkim_key && { dkim_key: decrypt(secrets.encryption, row.dkim_key, ABOUT_DKIM) }),
    }
  } catch {
    return { is_readable: false }
  }
}

export type MailServer = {
  source: 'environment' | 'saved'
  smtp: SmtpSettings
}

/**
 * Where mails leave through, and their sender. Read for every mail, so a change is effective in all processes at
 * once. Variables of the environment win over what an admin saved.
 */
export async function readMailServer({ config, db }: Source) {
  const row = await readRow(db)
  const { password, dkim_key, is_readable } = openSecrets(config, row)
  const mailFrom = config.mailFrom ?? (row.sender || undefined)
  const dkim = dkim_key
    ? { domainName: row.dkim_domain, keySelector: row.dkim_selector, privateKey: dkim_key }
    : undefined
  const server = serverOf()
  return { server, mailFrom }

  function serverOf(): MailServer | undefined {
    if (config.smtp) return { source: 'environment', smtp: { ...config.smtp, dkim } }
    // Without its password the server would refuse every mail.
    if (!row.host || !row.port || !is_readable) return undefined
    const { host, port, user } = row
    return { source: 'saved', smtp: { host, port, user: user || undefined, password, dkim } }
  }
}

const nameOfServer = ({ host, port, user }: SmtpSettings) => `${user ?? ''}@${host}:${port}`

/** A test mail left through this server; the set-up guide asks for it. */
export async function recordTestedServer(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  smtp: SmtpSettings,
) {
  const tested = { tested_server: nameOfServer(smtp), tested_at: now().toISOString() }
  await db
    .insert(mail_settings)
    .values({ ...tested, version: 0 })
    .onConflictDoUpdate({ target: mail_settings.id, set: tested })
  await announceChange(db, 'mail_settings')
}

/** How far mail is set up: the server in use, whether a test mail left through it, and who the sender is. */
/** For the set-up guide. */
export async function readMailSetup(context: Source) {
  const row = await readRow(context.db)
  const { server, mailFrom } = await readMailServer(context)
  const { dkim_record } = await readMailSettings(context)
  return {
    server: server?.smtp.host ?? null,
    tested_at: server && row.tested_server === nameOfServer(server.smtp) ? row.tested_at : null,
    /** The address that mails come from. */
    sender: senderOf(mailFrom, await readShop(context)).address,
    dkim_record,
  }
}

export const hasMailServer = async (context: Source) =>
  (await readMailServer(context)).server !== undefined

export async function readMailSettings({ config, db }: Source): Promise<MailSettings> {
  const row = await readRow(db)
  const { server } = await readMailServer({ config, db })
  const { is_readable, dkim_key } = openSecrets(config, row)
  const { user, sender, dkim_domain, dkim_selector, retention_days, version } = row
  return {
    source: server?.source ?? null,
    in_use: server
      ? { host: server.smtp.host, port: server.smtp.port, user: server.smtp.user ?? '' }
      : null,
    sender: { text: config.mailFrom ?? sender, is_environment: config.mailFrom !== undefined },
    saved: {
      host: row.host ?? '',
      port: row.port ?? 587,
      user,
      sender,
      dkim_domain,
      dkim_selector,
      has_password: row.password !== null,
      has_dkim_key: row.dkim_key !== null,
      is_readable,
    },
    dkim_record: dkim_key
      ? { name: `${dkim_selector}._domainkey.${dkim_domain}`, value: recordOf(dkim_key) }
      : null,
    retention_days,
    version,
  }
}

function recordOf(privateKey: string) {
  const key = createPublicKey(privateKey)
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  // Ed25519 keys are published raw: the last 32 bytes of the DER form.
  const der = key.export({ type: 'spki', format: 'der' })
  const bytes = isEd25519 ? der.subarray(-32) : der
  return `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${bytes.toString('base64')}`
}

/** What an admin entered, with stored secrets in the place of empty ones. */
export async function enteredServer({ config, db }: Source, edit: MailServerEdit) {
  const row = await readRow(db)
  const stored = openSecrets(config, row)
  const isSameAccount = edit.host === row.host && edit.port === row.port && edit.user === row.user
  // The stored password never goes to another server than the one that it was entered for.
  const password = edit.password || (isSameAccount ? stored.password : undefined)
  if (edit.user && !password) throw errors.SECRET_NEEDED()
  const dkim_key = edit.dkim_key || (edit.dkim_domain ? stored.dkim_key : undefined)
  if (dkim_key && !isUsableKey(dkim_key, edit)) throw errors.DKIM_KEY_UNUSABLE()
  if (!dkim_key && (edit.dkim_domain || edit.dkim_selector)) throw errors.DKIM_KEY_UNUSABLE()
  const smtp: SmtpSettings = {
    host: edit.host,
    port: edit.port,
    user: edit.user || undefined,
    password: edit.user ? password : undefined,
    dkim: dkim_key
      ? { domainName: edit.dkim_domain, keySelector: edit.dkim_selector, privateKey: dkim_key }
      : undefined,
  }
  return smtp
}

function isUsableKey(key: string, { dkim_domain, dkim_selector }: MailServerEdit) {
  if (!dkim_domain || !dkim_selector) return false
  try {
    return ['rsa', 'ed25519'].includes(createPrivateKey(key).asymmetricKeyType ?? '')
  } catch {
    return false
  }
}

/** Stores a server that accepts a connection with these settings. */
export async function saveMailServer(
  context: Source,
  { version, ...edit }: MailServerEdit & { version: number },
  by: ChangedBy,
) {
  const smtp = await enteredServer(context, edit)
  await checkSmtp(smtp).catch((error: Error) => {
    throw errors.MAIL_SERVER_REFUSED({ data: { reason: error.message.slice(0, 500) } })
  })
  const { encryption } = context.config.secrets
  const account = { host: edit.host, port: edit.port, user: edit.user }
  await context.db.transaction(async (tx) => {
    const before = await lockRow(tx)
    if (before.version !== version) {
      const since = await changesSince(tx, { type: 'mail_settings', id: before.id }, version)
      throw errors.CHANGED_MEANWHILE({ data: { version: before.version, ...since } })
    }
    await store(tx, before, by, {
      ...account,
      sender: edit.sender,
      dkim_domain: edit.dkim_domain,
      dkim_selector: edit.dkim_selector,
      password: smtp.password ? encrypt(encryption, smtp.password, aboutPassword(account)) : null,
      dkim_key: smtp.dkim ? encrypt(encryption, smtp.dkim.privateKey, ABOUT_DKIM) : null,
    })
  })
  return readMailSettings(context)
}

export async function forgetMailServer(context: Source, by: ChangedBy) {
  const { id, version, retention_days, tested_server, tested_at, ...nothing } = NOTHING_SAVED
  await context.db.transaction(async (tx) => store(tx, await lockRow(tx), by, nothing))
  return readMailSettings(context)
}

export async function setRetention(context: Source, retention_days: number, by: ChangedBy) {
  await context.db.transaction(async (tx) => store(tx, await lockRow(tx), by, { retention_days }))
  return readMailSettings(context)
}

export const readRetentionDays = async (db: Db) => (await readRow(db)).retention_days

/** Two admins who save at once do so one after the other. */
async function lockRow(tx: Db): Promise<Row> {
  await tx.insert(mail_settings).values({ version: 0 }).onConflictDoNothing()
  const [row] = await tx.select().from(mail_settings).for('update')
  return row ?? NOTHING_SAVED
}

async function store(tx: Db, before: Row, by: ChangedBy, fields: Partial<Row>) {
  const after = { ...before, ...fields, version: before.version + 1 }
  await tx.update(mail_settings).set(after).where(eq(mail_settings.id, before.id))
  await recordAudit(tx, {
    by,
    object: { type: 'mail_settings', id: before.id, name: 'Mail server' },
    before: audited(before, before),
    after: audited(after, before),
  })
  await announceChange(tx, 'mail_settings')
}

/** No secret reaches the audit log, only that it changed: each encryption of one looks different. */
const audited = (
  { id, password, dkim_key, tested_server, tested_at, ...fields }: Row,
  before: Row,
) => ({
  ...fields,
  password: described(password, before.password),
  dkim_key: described(dkim_key, before.dkim_key),
})

const described = (sealed: string | null, before: string | null) =>
  sealed === null ? null : sealed === before ? 'stored' : 'new'
