import * as z from 'zod'
import { conflicts, OneRow, RequiredText, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id } from './fields.ts'
import { adminProcedure, cachedProcedure } from './policy.ts'

/** What products can be filtered by, such as skin type or concern. Without any, visitors see none of it. */
export const MOST_ATTRIBUTES = 6
export const MOST_OPTIONS = 30

const Option = z.object({ id: z.int(), label: z.string() })

export const Attribute = z.object({ id: Id, name: z.string(), options: z.array(Option) })
export type Attribute = z.infer<typeof Attribute>

export const AdminAttribute = Attribute.extend({ version: Version })
export type AdminAttribute = z.infer<typeof AdminAttribute>

/** A file of products separates them by these. */
const withoutMarks = (label: string) =>
  RequiredText(label, 60).regex(/^[^,;:]*$/, 'Please do without comma, semicolon and colon')

export const AttributeEdit = z.strictObject({
  name: withoutMarks('Name'),
  options: z
    .array(z.strictObject({ id: z.int().nullable(), label: withoutMarks('Option') }))
    .min(1, 'Add at least one option')
    .max(MOST_OPTIONS, `At most ${MOST_OPTIONS} options`)
    .refine(areDistinct, 'Two options have the same name'),
})
export type AttributeEdit = z.infer<typeof AttributeEdit>

function areDistinct(options: readonly { label: string }[]) {
  return new Set(options.map(({ label }) => label.toLowerCase())).size === options.length
}

export const SynonymEdit = z.strictObject({
  /** One group a line: words that mean the same, separated by commas. */
  lines: z
    .string()
    .max(5000, 'This list is too long')
    .refine(
      (text) =>
        groupsOf(text).every((group) => group.every((word) => /^[\p{L}\p{N}]+$/u.test(word))),
      'Only single words, separated by commas',
    )
    .refine((text) => groupsOf(text).every(({ length }) => length > 1), {
      message: 'Each line needs at least two words',
    }),
})
export type SynonymEdit = z.infer<typeof SynonymEdit>

/** Lower case and without accents, as searches are. */
export function groupsOf(lines: string): string[][] {
  return lines
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split('\n')
    .map((line) => [...new Set(line.split(',').map((word) => word.trim()))].filter(Boolean))
    .filter(({ length }) => length > 0)
}

const Synonyms = z.object({ lines: z.string(), version: Version })

export const attributes = {
  list: cachedProcedure
    .meta({ loaded: 'later' })
    .route({ method: 'GET', path: '/attributes', summary: 'What products can be filtered by' })
    .output(z.array(Attribute)),
  admin_list: adminProcedure('products')
    .route({ method: 'GET', path: '/admin/attributes', summary: 'Attributes, to change them' })
    .output(z.array(AdminAttribute)),
  create: adminProcedure('products')
    .route({ method: 'POST', path: '/attributes', successStatus: 201, summary: 'Add an attribute' })
    .input(AttributeEdit)
    .errors(refusals('ATTRIBUTE_NAME_TAKEN', 'TOO_MANY_ATTRIBUTES'))
    .output(AdminAttribute),
  update: adminProcedure('products')
    .route({ method: 'PUT', path: '/attributes/{id}', summary: 'Change an attribute' })
    .input(AttributeEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...refusals('ATTRIBUTE_NAME_TAKEN') })
    .output(AdminAttribute),
  remove: adminProcedure('products')
    .route({
      method: 'DELETE',
      path: '/attributes/{id}',
      summary: 'Delete an attribute, also from its products',
    })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  synonyms: adminProcedure('products')
    .route({ method: 'GET', path: '/search_synonyms', summary: 'Words that the search equates' })
    .output(Synonyms),
  save_synonyms: adminProcedure('products')
    .route({ method: 'PUT', path: '/search_synonyms', summary: 'Change those words' })
    .input(SynonymEdit.extend({ version: Version }))
    .errors(conflicts)
    .output(Synonyms),
}
