import * as z from 'zod'
import { conflicts, OneRow, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { MOST_IMPORT_PROBLEMS } from './moving-in.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

export const LONGEST_PATH = 500
/** Every process has all of them in memory. */
export const MOST_REDIRECTS = 20_000
export const LONGEST_REDIRECTS_CSV = 3_000_000

/** An old address and where it leads. */
export const Redirect = z.object({
  id: Id,
  from_path: z.string(),
  to_path: z.string(),
  version: Version,
  created_at: Time,
})
export type Redirect = z.infer<typeof Redirect>

export const RedirectQuery = listQuery(['created_at', 'from_path'], {})
export type RedirectQuery = z.infer<typeof RedirectQuery>

const Address = (missing: string) =>
  z.string().trim().min(1, missing).max(LONGEST_PATH, 'This address is too long')

export const RedirectEdit = z.strictObject({
  from_path: Address('Please enter the old address'),
  to_path: Address('Please enter the new address'),
})
export type RedirectEdit = z.infer<typeof RedirectEdit>

/** How often an address was asked for that leads nowhere, in the last thirty days. */
export const MissingPage = z.object({
  /** The path again: rows of a table have one. */
  id: z.string(),
  path: z.string(),
  hits: z.int(),
  /** In UTC. */
  last_day: z.iso.date(),
})
export type MissingPage = z.infer<typeof MissingPage>

export const MissingPageQuery = listQuery(['hits', 'last_day', 'path'], {})
export type MissingPageQuery = z.infer<typeof MissingPageQuery>

export const RedirectImportResult = z.object({
  applied: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(MOST_IMPORT_PROBLEMS),
  /** The first of them, as a preview. */
  rows: z.array(z.object({ line: z.int(), from_path: z.string(), to_path: z.string() })),
})
export type RedirectImportResult = z.infer<typeof RedirectImportResult>

const editErrors = refusals(
  'REDIRECT_FROM_UNUSABLE',
  'REDIRECT_FROM_PAGE',
  'REDIRECT_LEAVES_SHOP',
  'REDIRECT_LOOP',
  'REDIRECT_EXISTS',
  'TOO_MANY_REDIRECTS',
)

export const redirects = {
  list: adminProcedure('content')
    .route({ method: 'GET', path: '/redirects', summary: 'Old addresses and where they lead' })
    .input(RedirectQuery)
    .output(paged(Redirect)),
  create: adminProcedure('content')
    .route({
      method: 'POST',
      path: '/redirects',
      successStatus: 201,
      summary: 'Forward an old address to a page of the shop',
    })
    .input(RedirectEdit)
    .errors(editErrors)
    .output(Redirect),
  update: adminProcedure('content')
    .route({ method: 'PUT', path: '/redirects/{id}', summary: 'Change a redirect' })
    .input(RedirectEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...editErrors })
    .output(Redirect),
  remove: adminProcedure('content')
    .route({ method: 'DELETE', path: '/redirects/{id}', summary: 'Remove a redirect' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id })),
  import: adminProcedure('content')
    // As JSON, where a quote or a line break is two characters.
    .meta({ largest_body: 2 * LONGEST_REDIRECTS_CSV })
    .route({
      method: 'POST',
      path: '/redirects/import',
      summary: 'Redirects from CSV: checked whole, then applied in one transaction',
    })
    .input(z.strictObject({ csv: z.string().max(LONGEST_REDIRECTS_CSV), dry_run: z.boolean() }))
    .output(RedirectImportResult),
  missing: adminProcedure('content')
    .route({
      method: 'GET',
      path: '/redirects/missing',
      summary: 'Addresses that visitors ask for and that lead nowhere, the most wanted first',
    })
    .input(MissingPageQuery)
    .output(
      paged(MissingPage).extend({
        /** Requests of robots that look for weaknesses of other software; they are not listed. */
        robots: z.int(),
      }),
    ),
}
