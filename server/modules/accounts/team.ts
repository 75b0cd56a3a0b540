import { and, asc, eq, gt, ilike, or, sql } from 'drizzle-orm'
import type { PeopleQuery, Person, PersonEdit } from '#contract/people.ts'
import { mayUse } from '#contract/rights.ts'
import { type ChangedBy, changedBy, changesSince, recordAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { invitations, profiles, sessions, user_roles } from './accounts.table.ts'
import { endSessions } from './sessions.ts'

type Reading = { db: Db; now: () => Date }

export function listPeople({ db, now }: Reading, query: PeopleQuery) {
  const { q, role } = query
  const where = and(
    role && eq(user_roles.role, role),
    q
      ? or(ilike(profiles.full_name, containing(q)), ilike(profiles.email, containing(q)))
      : undefined,
  )
  const sorts = { full_name: profiles.full_name, created_at: user_roles.created_at }
  return paged(query, {
    count: async () => (await readPeople(db, now()).where(where)).length,
    rows: ({ offset, limit }) =>
      readPeople(db, now())
        .where(where)
        .orderBy(...orderBy(query.sort ?? 'created_at', sorts, profiles.id))
        .offset(offset)
        .limit(limit),
  })
}

function readPeople(db: Db, now: Date) {
  const open = db
    .select({
      user_id: sessions.user_id,
      count: sql<number>`count(*)::int`.as('count'),
      last_seen_at: sql<Date | null>`max(${sessions.updated_at})`.as('last_seen_at'),
    })
    .from(sessions)
    .where(gt(sessions.expires_at, now))
    .groupBy(sessions.user_id)
    .as('open')
  return db
    .select({
      id: profiles.id,
      full_name: profiles.full_name,
      email: profiles.email,
      role: user_roles.role,
      two_factor_enabled: profiles.two_factor_enabled,
      two_factor_required: user_roles.two_factor_required,
      sessions: sql<number>`coalesce(${open.count}, 0)`,
      last_seen_at: sql<string | null>`${open.last_seen_at}`.mapWith((at) =>
        at ? new Date(at).toISOString() : null,
      ),
      created_at: user_roles.created_at,
      version: user_roles.version,
    })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .leftJoin(open, eq(open.user_id, user_roles.user_id))
    .$dynamic()
}

type Seen = PersonEdit & { id: string; version: number }

export async function changePerson(context: RequestContext, { id, version, ...edit }: Seen) {
  const by = await changedBy(context)
  return context.db.transaction(async (tx) => {
    const before = await lockPerson(tx, by, id, { isOwnerAfter: edit.role === 'admin' })
    if (before.version !== version) {
      const since = await changesSince(tx, { type: 'people', id }, version)
      throw errors.CHANGED_MEANWHILE({ data: { version: before.version, ...since } })
    }
    await tx
      .update(user_roles)
      .set({ ...edit, version: version + 1 })
      .where(eq(user_roles.user_id, id))
    if (!mayUse(edit.role, 'people')) await withdrawInvitationsOf(tx, id)
    const after = { ...edit, version: version + 1 }
    await recordAudit(tx, { by, object: nameOf(before), before: rightsOf(before), after })
    return findPerson(tx, id, context.now())
  })
}

export async function removePerson(context: RequestContext, id: string) {
  const by = await changedBy(context)
  await context.db.transaction(async (tx) => {
    const before = await lockPerson(tx, by, id, { isOwnerAfter: false })
    await tx.delete(user_roles).where(eq(user_roles.user_id, id))
    await withdrawInvitationsOf(tx, id)
    await recordAudit(tx, { by, object: nameOf(before), before: rightsOf(before), after: null })
  })
}

/** The session of the caller stays, or an owner would sign out in the middle of the list. */
export async function endSessionsOf(context: RequestContext, id: string) {
  const by = await changedBy(context)
  const { session_id } = await requireSession(context)
  await context.db.transaction(async (tx) => {
    const person = await findPerson(tx, id, context.now())
    const { rowCount } = await endSessions(tx, id, { except: session_id })
    await recordAudit(tx, {
      by,
      object: nameOf(person),
      before: { sessions: person.sessions },
      after: { sessions: person.sessions - (rowCount ?? 0) },
    })
  })
}

/**
 * Locks all owners, always in the same order, and then the person. So of two owners who demote each other at once, the
 * second waits here, and then is no owner any more or sees that the other is the last one.
 */
async function lockPerson(
  tx: Db,
  by: ChangedBy,
  id: string,
  { isOwnerAfter }: { isOwnerAfter: boolean },
) {
  const owners = await assertOwner(tx, by)
  if (!isOwnerAfter && owners.every((owner) => owner === id)) throw errors.LAST_OWNER()
  const [locked] = await tx
    .select()
    .from(user_roles)
    .where(eq(user_roles.user_id, id))
    .for('update')
  if (!locked) throw errors.ROW_NOT_FOUND()
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id))
  return { ...locked, id, full_name: profile?.full_name ?? '', email: profile?.email ?? '' }
}

/** For a change that only an owner may make: the right may have been withdrawn since the request began. */
export async function assertOwner(tx: Db, by: ChangedBy) {
  const owners = await lockOwners(tx)
  if (!owners.includes(by.id)) throw errors.FORBIDDEN()
  return owners
}

/** Their ids, locked: a concurrent change of owners finishes first. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const owners = await tx
    .select({ user_id: user_roles.user_id })
    .from(user_roles)
    .where(eq(user_roles.role, 'admin'))
    .orderBy(asc(user_roles.user_id))
    .for('update')
  return owners.map(({ user_id }) => user_id)
}

async function findPerson(db: Db, id: string, now: Date): Promise<Person> {
  const [person] = await readPeople(db, now).where(eq(profiles.id, id))
  if (!person) throw errors.ROW_NOT_FOUND()
  return person
}

const withdrawInvitationsOf = (tx: Db, id: string) =>
  tx.delete(invitations).where(eq(invitations.invited_by, id))

type Named = { id: string; full_name: string; email: string }

const nameOf = ({ id, full_name, email }: Named) => ({
  type: 'people',
  id,
  name: full_name || email,
})

const rightsOf = ({ role, two_factor_required, version }: typeof user_roles.$inferSelect) => ({
  role,
  two_factor_required,
  version,
})

/** Makes somebody a member of the team, unless this account is one already. */
export async function joinTeam(tx: Db, person: Named, given: PersonEdit, at: Date) {
  const { id, full_name } = person
  const { role, two_factor_required } = given
  const values = { user_id: id, role, two_factor_required, created_at: at.toISOString() }
  const joined = await tx.insert(user_roles).values(values).onConflictDoNothing().returning()
  if (joined.length === 0) return
  await recordAudit(tx, {
    by: { id, name: full_name, at },
    object: nameOf(person),
    before: null,
    after: { role, two_factor_required },
  })
}
