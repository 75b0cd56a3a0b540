import * as z from 'zod'
import { Category } from './catalog.ts'
import { conflicts, OneRow, RequiredText, SeenRow, Version, wholeNumber } from './editing.ts'
import { refusals } from './errors.ts'
import { Id } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** A category as the back office sees it. */
export const AdminCategory = Category.extend({
  is_active: z.boolean(),
  version: Version,
  product_count: z.int(),
})
export type AdminCategory = z.infer<typeof AdminCategory>

export const CategoryEdit = z.strictObject({
  name: RequiredText('Name', 100),
  description: z
    .string()
    .trim()
    .max(1000, 'Description is too long')
    .nullable()
    .transform((text) => text || null),
  display_order: z
    .int({ error: wholeNumber('Display order') })
    .min(-1_000_000)
    .max(1_000_000),
  is_active: z.boolean(),
})
export type CategoryEdit = z.infer<typeof CategoryEdit>

const SavedCategory = AdminCategory.omit({ product_count: true })

export const editCategories = {
  admin_list: adminProcedure('stock')
    .route({
      method: 'GET',
      path: '/admin/categories',
      summary: 'All categories in display order, with how many products each has',
    })
    .output(z.array(AdminCategory)),
  create: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/categories',
      successStatus: 201,
      summary: 'Create a category',
    })
    .input(CategoryEdit)
    .errors(refusals('CATEGORY_NAME_TAKEN'))
    .output(SavedCategory),
  update: adminProcedure('products')
    .route({
      method: 'PUT',
      path: '/categories/{id}',
      summary: 'Change a category; a new name is also that of its products',
    })
    .input(CategoryEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...refusals('CATEGORY_NAME_TAKEN') })
    .output(SavedCategory),
  set_active: adminProcedure('products')
    .route({
      method: 'PUT',
      path: '/categories/{id}/active',
      summary: 'Show a category to visitors, or not',
    })
    .input(SeenRow.extend({ is_active: z.boolean() }))
    .errors(conflicts)
    .output(SavedCategory),
  reorder: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/categories/reorder',
      summary: 'The display order is that of the ids',
    })
    .input(z.object({ ids: z.array(Id).min(1).max(1000) }))
    .output(z.object({ done: z.literal(true) })),
  remove: adminProcedure('products')
    .route({
      method: 'DELETE',
      path: '/categories/{id}',
      summary: 'Delete a category; its products stay, without one',
    })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
}
