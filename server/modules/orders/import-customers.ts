import { sql } from 'drizzle-orm'
import {
  type CustomerImport,
  type CustomerImportResult,
  type ImportedCustomer,
  MOST_CUSTOMERS,
} from '#contract/customer-import.ts'
import { MOST_IMPORT_PROBLEMS } from '#contract/moving-in.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { type Problem, readCsv } from '#server/platform/read-csv.ts'
import { decisionsOf, recordImportedConsents } from '../consent/index.ts'
import { contacts } from './contacts.table.ts'
import { customers } from './customers.table.ts'
import { type ContactRow, columnsOf, readContact } from './read-contacts.ts'

const ROWS_SHOWN = 100
const MOST_COLUMNS = 300

/**
 * People from the list of another shop become contacts: no account is made and no mail is sent. Consent is recorded as
 * the list states it, with the list as its proof, and only for addresses that have not decided here. One bad row and
 * nothing is applied, unless bad rows are to be left out.
 */
export async function importCustomers(
  db: Db,
  input: CustomerImport,
  by: ChangedBy,
): Promise<CustomerImportResult> {
  const { rows, problems } = await readCsv(input.csv, {
    columns: (names) => names,
    mostRows: MOST_CUSTOMERS,
    mostColumns: MOST_COLUMNS,
    rowsAre: 'customers',
  })
  const names = Object.keys(rows[0]?.cells ?? {})
  const columns = columnsOf(names)
  const read = rows.map((row) => readContact(row, columns, by.at))
  const found = [...problems, ...problemsOf(read)]
  if (rows.length > 0 && !columns.has('email')) {
    found.splice(0, found.length, { line: 1, reason: 'There is no column "email"' })
  }
  const broken = new Set(found.map(({ line }) => line))
  const good = broken.has(1) ? [] : read.filter(({ line }) => !broken.has(line))
  return db.transaction(async (tx) => {
    const plan = await judge(tx, good)
    const applied =
      !input.dry_run && good.length > 0 && (found.length === 0 || input.leave_out_broken === true)
    if (applied) await write(tx, plan, input.source, by)
    const counted = (outcome: Planned['outcome']) =>
      plan.filter((row) => row.outcome === outcome).length
    const consents = { recorded: 0, known: 0, refused: 0, none: 0 }
    for (const { becomes } of plan) consents[becomes]++
    const used = new Set(columns.values())
    return {
      applied,
      created: counted('new'),
      updated: counted('changed'),
      unchanged: counted('unchanged'),
      accounts: counted('account'),
      consents,
      problems: found.sort((a, b) => a.line - b.line).slice(0, MOST_IMPORT_PROBLEMS),
      rows: plan.slice(0, ROWS_SHOWN).map(({ line, email, full_name, outcome, becomes }) => ({
        ...{ line, email, full_name, outcome },
        consent: becomes,
      })),
      left_out: names.filter((name) => name && !used.has(name)),
    }
  })
}

function problemsOf(read: readonly ContactRow[]): Problem[] {
  const seen = new Map<string, number>()
  return read.flatMap(({ line, email, problems }) => {
    const first = seen.get(email)
    if (first === undefined) seen.set(email, line)
    const twice =
      first === undefined || email === '' ? [] : [`The same address as in line ${first}`]
    return [...problems, ...twice].map((reason) => ({ line, reason }))
  })
}

type Planned = ContactRow & {
  outcome: ImportedCustomer['outcome']
  becomes: ImportedCustomer['consent']
}

async function judge(tx: Db, rows: readonly ContactRow[]): Promise<Planned[]> {
  const emails = rows.map(({ email }) => email)
  const decided = await decisionsOf(tx, emails)
  const { rows: known } = await tx.execute<{
    email: string
    has_account: boolean
    full_name: string | null
    address: ContactRow['address']
  }>(sql`
    select given.email, contact.full_name, contact.address, exists (
      select from ${customers} known where known.email = given.email and known.user_id is not null
    ) as has_account
    from unnest(${sql.param(emails)}::text[]) as given (email)
    left join ${contacts} contact on contact.email = given.email`)
  const stored = new Map(known.map((row) => [row.email, row]))
  return rows.map((row) => ({
    ...row,
    outcome: outcomeOf(row, stored.get(row.email)),
    becomes: row.consent ? (decided.get(row.email) ?? 'recorded') : 'none',
  }))
}

type Stored = { has_account: boolean; full_name: string | null; address: ContactRow['address'] }

function outcomeOf(row: ContactRow, stored: Stored | undefined): Planned['outcome'] {
  if (stored?.has_account) return 'account'
  if (!stored || stored.full_name === null) return 'new'
  const isSame =
    (row.full_name || stored.full_name) === stored.full_name &&
    JSON.stringify(sorted(row.address ?? stored.address)) === JSON.stringify(sorted(stored.address))
  return isSame ? 'unchanged' : 'changed'
}

/** The database orders the keys of an object by itself. */
const sorted = (address: ContactRow['address']) =>
  address && Object.entries(address).sort(([a], [b]) => a.localeCompare(b))

async function write(tx: Db, plan: readonly Planned[], source: string, by: ChangedBy) {
  const written = plan.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const column = <Value>(value: (row: Planned) => Value) => sql.param(written.map(value))
  await tx.execute(sql`
    insert into ${contacts} (email, full_name, address, source, created_at)
    select email, full_name, address::jsonb, ${source}, ${by.at.toISOString()}::timestamptz
    from unnest(${column(({ email }) => email)}::text[], ${column(({ full_name }) => full_name)}::text[],
      ${column(({ address }) => address && JSON.stringify(address))}::text[]) as row (email, full_name, address)
    order by email
    on conflict (email) do update set source = excluded.source,
      full_name = coalesce(nullif(excluded.full_name, ''), ${contacts}.full_name),
      address = coalesce(excluded.address, ${contacts}.address)`)
  const consents = plan.flatMap(({ email, consent, becomes }) =>
    consent && becomes === 'recorded'
      ? [{ email, at: consent.at ?? by.at.toISOString(), proof: proofOf(source, consent) }]
      : [],
  )
  await recordImportedConsents(tx, consents)
  const object = { type: 'customers', id: 'import', name: source }
  const after = { contacts: written.length, consents: consents.length }
  await recordAudit(tx, { by, object, before: null, after })
  await announceChange(tx, 'orders')
}

/** Without a date of its own the consent counts from the import, and the proof says so. */
const proofOf = (source: string, { stated, at }: NonNullable<ContactRow['consent']>) =>
  `${source} (${stated}${at ? '' : '; no date stated'})`
