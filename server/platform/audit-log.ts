import { and, desc, eq, gt, gte, ilike, lt, or, sql } from 'drizzle-orm'
import { AuditQuery, LiveTopic } from '#contract/insights.ts'
import { DAY_MS } from '#contract/time.ts'
import { announceChange } from './change-feed.ts'
import { csvExport } from './csv.ts'
import type { Db } from './database.ts'
import { containing, orderBy, paged } from './paged.ts'
import { audit_log } from './platform.table.ts'
import { type RequestContext, requireSession } from './rpc.ts'

/** The admin who makes a change, and when. */
export type ChangedBy = { id: string; name: string; at: Date }

export async function changedBy(call: RequestContext): Promise<ChangedBy> {
  const { profile } = await requireSession(call)
  return { id: profile.id, name: profile.full_name, at: call.now() }
}

type Fields = Record<string, unknown>
type AuditedChange = {
  by: ChangedBy
  object: { type: string; id: string; name: string }
  before: Fields | null
  after: Fields | null
}

/**
 * To be called in the transaction of the change. An update that changes nothing is not recorded. At commit, every open
 * back office refreshes the lists of the object's kind and the audit log.
 */
export async function recordAudit(tx: Db, { by, object, before, after }: AuditedChange) {
  await announceChange(tx, 'audit_log', ...LiveTopic.options.filter((one) => one === object.type))
  const changed = differences(before, after)
  if (before && after && Object.keys(changed.after).length === 0) return
  await tx.insert(audit_log).values({
    created_at: by.at.toISOString(),
    actor_id: by.id,
    actor_name: by.name,
    action: before ? (after ? 'update' : 'delete') : 'create',
    object_type: object.type,
    object_id: object.id,
    object_name: object.name,
    before: before && changed.before,
    after: after && changed.after,
    version: typeof after?.version === 'number' ? after.version : null,
  })
}

function differences(before: Fields | null, after: Fields | null) {
  if (!before || !after) return { before: withoutVersion(before), after: withoutVersion(after) }
  const changed = Object.keys(after).filter(
    (field) =>
      field !== 'version' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (fields: Fields) =>
    Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
  return { before: pick(before), after: pick(after) }
}

const withoutVersion = (fields: Fields | null): Fields =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([field]) => field !== 'version'))

const matching = ({ q, from, to, ...query }: AuditQuery) => {
  const dayAfter = to && new Date(Date.parse(to) + DAY_MS).toISOString()
  return and(
    query.object_type ? eq(audit_log.object_type, query.object_type) : undefined,
    query.object_id ? eq(audit_log.object_id, query.object_id) : undefined,
    query.actor_id ? eq(audit_log.actor_id, query.actor_id) : undefined,
    query.action ? eq(audit_log.action, query.action) : undefined,
    from ? gte(audit_log.created_at, `${from}T00:00:00Z`) : undefined,
    dayAfter ? lt(audit_log.created_at, dayAfter) : undefined,
    q
      ? or(ilike(audit_log.object_name, containing(q)), ilike(audit_log.actor_name, containing(q)))
      : undefined,
  )
}

const ordering = (query: AuditQuery) =>
  orderBy(query.sort ?? '-created_at', { created_at: audit_log.created_at }, audit_log.id)

export const listAudit = (db: Db, query: AuditQuery) =>
  paged(query, {
    count: () => db.$count(audit_log, matching(query)),
    rows: ({ offset, limit }) =>
      db
        .select()
        .from(audit_log)
        .where(matching(query))
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit),
  })

export const auditExport = csvExport({
  area: 'changes',
  query: AuditQuery,
  columns: [
    'created_at',
    'actor_name',
    'action',
    'object_type',
    'object_id',
    'object_name',
    'before',
    'after',
  ],
  rows: (query) =>
    sql`select * from ${audit_log} where ${matching(query) ?? sql`true`} order by ${sql.join(ordering(query), sql`, `)}`,
})

/** What others changed since a version, field by field with the newest value: for the admin who comes second. */
export async function changesSince(db: Db, object: { type: string; id: string }, version: number) {
  const entries = await db
    .select()
    .from(audit_log)
    .where(
      and(
        eq(audit_log.object_type, object.type),
        eq(audit_log.object_id, object.id),
        gt(audit_log.version, version),
      ),
    )
    .orderBy(desc(audit_log.id))
  const [newest] = entries
  const fields = new Map<string, { field: string; before: unknown; after: unknown }>()
  for (const { before, after } of entries) {
    for (const [field, value] of Object.entries(after ?? {})) {
      const known = fields.get(field)
      fields.set(field, {
        field,
        before: before?.[field] ?? null,
        after: known ? known.after : value,
      })
    }
  }
  return {
    changed_by: newest?.actor_name ?? 'Somebody',
    changed_at: newest?.created_at ?? new Date(0).toISOString(),
    changes: [...fields.values()],
  }
}

/** What a person changed as an administrator, for the export of the own data. */
export const auditOf = (db: Db, user_id: string) =>
  db.select().from(audit_log).where(eq(audit_log.actor_id, user_id)).orderBy(sql`id`)
