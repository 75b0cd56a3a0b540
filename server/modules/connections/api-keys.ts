import { randomBytes } from 'node:crypto'
import { and, eq, ilike, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type ApiKey, type ApiKeyEdit, type ApiKeyQuery, MOST_KEYS } from '#contract/api-keys.ts'
import { KEY_SCOPES } from '#contract/key-scopes.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext, Session } from '#server/platform/rpc.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { addressesOfTeam, profileOf, standingOf } from '../accounts/reads.ts'
import { api_keys } from './connections.table.ts'

const PREFIX = 'petal_'
const HINT_LENGTH = 4
/** The last use is written this often at most. */
const USE_NOTED_EVERY_MS = 60_000

type Row = typeof api_keys.$inferSelect

/** The hash of the key is no business of the audit log, and each use is no change. */
const audited = (by: ChangedBy) => ({
  by,
  name: ({ name }: Row) => name,
  computed: ['key_hash', 'last_used_at'] as const,
})

/**
 * Whose key this is, read from the database with each call: one that was revoked, or whose owner has left, is refused at
 * once in every process.
 */
export async function readApiKey(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  authorization: string,
): Promise<Session | null> {
  const [, secret] = /^bearer (petal_[\w-]{43})$/i.exec(authorization) ?? []
  if (!secret) return null
  const [key] = await db
    .select()
    .from(api_keys)
    .where(and(eq(api_keys.key_hash, hashSecret(secret)), isNull(api_keys.revoked_at)))
  if (!key) return null
  const standing = await standingOf(db, key.created_by)
  if (standing.role === null || standing.needs_two_factor) return null
  const { id, email, full_name } = await profileOf(db, key.created_by)
  await noteUse(db, key, now())
  return {
    // No session of a browser has this id.
    session_id: key.id,
    profile: { id, email, full_name: `${key.name} (API key of ${full_name || email})` },
    ...standing,
    key: { id: key.id, scopes: key.scopes, calls_per_minute: key.calls_per_minute },
  }
}

async function noteUse(db: Db, { id, last_used_at }: Row, now: Date) {
  const before = new Date(now.getTime() - USE_NOTED_EVERY_MS).toISOString()
  if (last_used_at && last_used_at >= before) return
  const isDue = or(isNull(api_keys.last_used_at), lt(api_keys.last_used_at, before))
  await db
    .update(api_keys)
    .set({ last_used_at: now.toISOString() })
    .where(and(eq(api_keys.id, id), isDue))
}

export function listApiKeys(db: Db, query: ApiKeyQuery) {
  const { q, revoked, sort = '-created_at' } = query
  const where = and(
    q ? ilike(api_keys.name, containing(q)) : undefined,
    revoked && (revoked === 'true' ? isNotNull : isNull)(api_keys.revoked_at),
  )
  const { created_at, name, id } = api_keys
  return paged(query, {
    count: () => db.$count(api_keys, where),
    rows: async ({ offset, limit }) => {
      const rows = await db
        .select()
        .from(api_keys)
        .where(where)
        .orderBy(...orderBy(sort, { created_at, name }, id))
        .offset(offset)
        .limit(limit)
      return describe(db, rows)
    },
  })
}

/** Keys as the screen shows them: with the name of who created them, and whether they work. */
async function describe(db: Db, rows: Row[]): Promise<ApiKey[]> {
  const creators = [...new Set(rows.map(({ created_by }) => created_by))]
  const team = creators.length > 0 ? await addressesOfTeam(db, creators) : []
  const people = new Map<string, { name: string; works: boolean }>()
  for (const creator of creators) {
    const { full_name, email } = await profileOf(db, creator)
    const { needs_two_factor } = await standingOf(db, creator)
    const isInTeam = team.some(({ id }) => id === creator)
    people.set(creator, { name: full_name || email, works: isInTeam && !needs_two_factor })
  }
  return rows.map(({ key_hash: _, created_by, ...row }) => ({
    ...row,
    created_by: people.get(created_by)?.name ?? '',
    state: row.revoked_at ? 'revoked' : people.get(created_by)?.works ? 'active' : 'suspended',
  }))
}

const describeOne = async (db: Db, row: Row) => (await describe(db, [row]))[0] as ApiKey

/** The secret is returned here and stored nowhere. */
export function createApiKey(db: Db, edit: ApiKeyEdit, by: ChangedBy) {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return db.transaction(async (tx) => {
    // Two at the same time wait for each other, so that together they do not pass the limit.
    await tx.execute(sql`lock table ${api_keys} in share row exclusive mode`)
    if ((await tx.$count(api_keys, isNull(api_keys.revoked_at))) >= MOST_KEYS) {
      throw errors.TOO_MANY_KEYS()
    }
    const row = await createRow(
      tx,
      api_keys,
      {
        ...inOrder(edit),
        key_hash: hashSecret(secret),
        hint: secret.slice(-HINT_LENGTH),
        created_by: by.id,
        created_at: by.at.toISOString(),
      },
      audited(by),
    )
    return { api_key: await describeOne(tx, row), secret }
  })
}

/** Each right once and in the order of the form, or the audit log would show a change where there is none. */
const inOrder = (edit: ApiKeyEdit) => ({
  ...edit,
  scopes: KEY_SCOPES.filter((scope) => edit.scopes.includes(scope)),
})

type Edit = ApiKeyEdit & { id: string; version: number }

export const updateApiKey = (db: Db, { id, version, ...edit }: Edit, by: ChangedBy) =>
  db.transaction(async (tx) =>
    describeOne(tx, await updateRow(tx, api_keys, { id, version }, inOrder(edit), audited(by))),
  )

/** Without a version, and again without effect: who revokes a key wants it to end, whatever it is called now. */
export const revokeApiKey = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(api_keys).where(eq(api_keys.id, id)).for('no key update')
    if (!row) throw errors.ROW_NOT_FOUND()
    if (row.revoked_at) return describeOne(tx, row)
    const revoked_at = by.at.toISOString()
    return describeOne(tx, await updateRow(tx, api_keys, row, { revoked_at }, audited(by)))
  })
