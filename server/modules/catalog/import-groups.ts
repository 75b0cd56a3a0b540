import { inArray, or } from 'drizzle-orm'
import { type AdminGroup, MOST_MEMBERS } from '#contract/edit-product-groups.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import type { Problem } from '#server/platform/read-csv.ts'
import { product_groups } from './catalog.table.ts'
import { insertGroup, removeGroup, saveGroup } from './edit-product-groups.ts'
import { readAdminGroup } from './group-members.ts'

export type Membership = { group: string; option: string; value: string; colour: string }
/** A row of a file: what its product was and will be within a group. `id` is null until it is made. */
type Row = { line: number; id: string | null; before: Membership; after: Membership }
type Planned = {
  known: AdminGroup | undefined
  name: string
  option_name: string
  kind: AdminGroup['kind']
  /** Those who stay, then those who join, in the order of the file. */
  members: { product_id: string | null; line: number; value: string; colour: string | null }[]
  leaves: boolean
}

export const NO_MEMBERSHIP: Membership = { group: '', option: '', value: '', colour: '' }
const DEFAULT_OPTION = 'Size'

/** The groups that a file names, and those of the products that it changes. */
export async function readGroups(tx: Db, names: string[], ids: string[]) {
  const found = await tx
    .select({ id: product_groups.id })
    .from(product_groups)
    .where(or(inArray(product_groups.name, names), inArray(product_groups.id, ids)))
  return Promise.all(found.map(({ id }) => readAdminGroup(tx, id)))
}

/** What the cells of a row say, or what is wrong with them. An empty option is that of the group. */
export function readMembership(cells: Membership, groups: readonly AdminGroup[]) {
  if (cells.group === '') {
    const problems = cells.value === '' ? [] : ['A value needs a group']
    return { membership: NO_MEMBERSHIP, problems }
  }
  const known = groups.find(({ name }) => name === cells.group)
  const option = cells.option || known?.option_name || DEFAULT_OPTION
  const problems = cells.value === '' ? ['A product of a group needs a value, such as 30 ml'] : []
  return { membership: { ...cells, option }, problems }
}

const hasChanged = ({ before, after }: Row) => JSON.stringify(before) !== JSON.stringify(after)

/** What the groups become by a file, and what is wrong with it. Groups that stay as they are are not among them. */
export function planGroups(groups: readonly AdminGroup[], rows: readonly Row[]) {
  const changed = rows.filter(hasChanged)
  const names = new Set(changed.flatMap(({ before, after }) => [before.group, after.group]))
  names.delete('')
  const planned = [...names].map((name) => planGroup(name, groups, rows))
  return {
    planned: planned.map(({ group }) => group),
    problems: planned.flatMap(({ problems }) => problems),
  }
}

function planGroup(name: string, groups: readonly AdminGroup[], rows: readonly Row[]) {
  const known = groups.find((group) => group.name === name)
  const own = rows.filter(({ after }) => after.group === name)
  const stored = known?.members ?? []
  const staying = stored.flatMap(({ product_id, value, colour }) => {
    const row = rows.find(({ id }) => id === product_id)
    if (!row) return [{ product_id, line: 1, value, colour }]
    return row.after.group === name ? [memberOf(row)] : []
  })
  const joining = own.filter(({ id }) => !stored.some(({ product_id }) => product_id === id))
  const members = [...staying, ...joining.map(memberOf)]
  const [first] = own
  const option_name = first?.after.option ?? known?.option_name ?? DEFAULT_OPTION
  const kind = known?.kind ?? (isShade(own) ? 'shade' : 'size')
  const leaves = staying.length < stored.length
  const group: Planned = { known, name, option_name, kind, members, leaves }
  return { group, problems: problemsOf(group, own) }
}

const memberOf = ({ id, line, after: { value, colour } }: Row) => ({
  product_id: id,
  line,
  value,
  colour: colour || null,
})

const isShade = (rows: readonly Row[]) =>
  rows.some(({ after }) => after.colour !== '' || /shade|colou?r/i.test(after.option))

function problemsOf({ name, option_name, members }: Planned, rows: readonly Row[]): Problem[] {
  const problems: Problem[] = []
  const odd = rows.find(({ after }) => after.option !== option_name)
  if (odd) problems.push({ line: odd.line, reason: `The group "${name}" has two options` })
  const seen = new Set<string>()
  for (const { line, value } of members) {
    const same = value.toLowerCase()
    if (seen.has(same)) {
      problems.push({ line, reason: `Two products of "${name}" have the value "${value}"` })
    }
    seen.add(same)
  }
  const tooMany = members[MOST_MEMBERS]
  if (tooMany) {
    const reason = `A group can have ${MOST_MEMBERS} products at most`
    problems.push({ line: tooMany.line, reason })
  }
  return problems
}

/** Who leaves does so first: they may join another group of the file. `made` has the ids of new products by line. */
export async function writeGroups(
  tx: Db,
  planned: readonly Planned[],
  made: ReadonlyMap<number, string>,
  by: ChangedBy,
) {
  for (const { known, leaves, members } of planned) {
    if (!known || !leaves) continue
    const staying = known.members.filter(({ product_id }) =>
      members.some((member) => member.product_id === product_id),
    )
    if (staying.length === 0) await removeGroup(tx, known, by)
    else await saveGroup(tx, known, { ...editOf(known), members: staying.map(stored) }, by)
  }
  for (const { known, name, option_name, kind, members } of planned) {
    if (members.length === 0) continue
    const edit = { name, option_name, kind, members: members.map((one) => numbered(one, made)) }
    const isGone = known && !known.members.some((one) => isAmong(one.product_id, members))
    if (!known || isGone) await insertGroup(tx, edit, by)
    else await saveGroup(tx, await readAdminGroup(tx, known.id), edit, by)
  }
}

const editOf = ({ name, option_name, kind }: AdminGroup) => ({ name, option_name, kind })

const stored = ({ product_id, value, colour }: AdminGroup['members'][number]) => ({
  product_id,
  value,
  colour,
})

const numbered = (member: Planned['members'][number], made: ReadonlyMap<number, string>) => ({
  product_id: member.product_id ?? made.get(member.line) ?? '',
  value: member.value,
  colour: member.colour,
})

const isAmong = (id: string, members: Planned['members']) =>
  members.some(({ product_id }) => product_id === id)
