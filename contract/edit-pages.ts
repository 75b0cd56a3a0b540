import * as z from 'zod'
import { Given } from './content.ts'
import { conflicts, OneRow, SeenRow } from './editing.ts'
import { refusals } from './errors.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** First parts of the shop's own addresses: `/{slug}` of a page with such a name would never open it. */
const SHOP_ADDRESSES: ReadonlySet<string> = new Set([
  '404',
  'account',
  'admin',
  'api',
  'assets',
  'auth',
  'cart',
  'checkout',
  'confirm-email',
  'confirm-newsletter',
  'contact',
  'files',
  'first-owner',
  'forgot-password',
  'healthz',
  'invitation',
  'mail-preferences',
  'metrics',
  'my-orders',
  'notify-me',
  'order',
  'page',
  'payment-success',
  'privacy',
  'product',
  'products',
  'readyz',
  'reset-password',
  'shipping-policy',
  'terms',
  'undo-email-change',
  'unsubscribe',
  'webhooks',
])

export const isShopAddress = (slug: string) => SHOP_ADDRESSES.has(slug)

export const PageEdit = z.strictObject({
  title: Given(200, 'Title is required'),
  slug: z
    .string()
    .trim()
    .min(1, 'Slug is required')
    .max(100, 'Slug is too long')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower case letters, digits and single hyphens'),
  content: Given(200_000, 'Content is required'),
  is_active: z.boolean(),
  show_in_nav: z.boolean(),
  nav_order: z.int('Enter a whole number').min(-1000).max(1000),
})
export type PageEdit = z.infer<typeof PageEdit>

const EditablePage = PageEdit.extend({ ...SeenRow.shape })
export type EditablePage = z.infer<typeof EditablePage>
const PageRow = EditablePage.omit({ content: true })
export type PageRow = z.infer<typeof PageRow>

export const PageQuery = listQuery(['nav_order', 'title', 'slug'], {
  status: z.enum(['active', 'inactive']).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

const pageErrors = { ...conflicts, ...refusals('SLUG_TAKEN', 'SLUG_OF_SHOP') }

export const editPages = {
  editable: adminProcedure('content')
    .route({
      method: 'GET',
      path: '/editable/pages',
      summary: 'All pages, by their place in the navigation',
    })
    .input(PageQuery)
    .output(paged(PageRow)),
  read: adminProcedure('content')
    .route({ method: 'GET', path: '/editable/pages/{id}', summary: 'One page with its text' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(EditablePage),
  create: adminProcedure('content')
    .route({
      method: 'POST',
      path: '/editable/pages',
      successStatus: 201,
      summary: 'Create a page',
    })
    .input(PageEdit)
    .errors(pageErrors)
    .output(EditablePage),
  update: adminProcedure('content')
    .route({
      method: 'PUT',
      path: '/editable/pages/{id}',
      summary: 'Change a page; its old address leads to the new one',
    })
    .input(PageEdit.extend(SeenRow.shape))
    .errors(pageErrors)
    .output(EditablePage),
  remove: adminProcedure('content')
    .route({ method: 'DELETE', path: '/editable/pages/{id}', summary: 'Delete a page' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
}
