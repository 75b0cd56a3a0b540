import * as z from 'zod'
import { Given } from './content.ts'
import { Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** A text that agents of the chat insert by its shortcut: `/shipping`. `{name}` becomes the customer's name. */
export const CannedReplyEdit = z.strictObject({
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Shortcut is required')
    .max(30, 'Shortcut is too long')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters, digits and single hyphens'),
  text: Given(2000, 'Text is required'),
})
export type CannedReplyEdit = z.infer<typeof CannedReplyEdit>

const CannedReply = CannedReplyEdit.extend({ id: Id, version: Version })
export type CannedReply = z.infer<typeof CannedReply>

export const MOST_CANNED_REPLIES = 200

const conflicts = refusals('SHORTCUT_TAKEN', 'CHANGED_MEANWHILE', 'ROW_NOT_FOUND')

export const canned_replies = {
  list: adminProcedure('chat')
    .route({ method: 'GET', path: '/canned_replies', summary: 'Canned replies by shortcut' })
    .output(z.array(CannedReply).max(MOST_CANNED_REPLIES)),
  create: adminProcedure('chat')
    .route({
      method: 'POST',
      path: '/canned_replies',
      successStatus: 201,
      summary: 'Add a canned reply',
    })
    .input(CannedReplyEdit)
    .errors(refusals('SHORTCUT_TAKEN', 'TOO_MANY_CANNED_REPLIES'))
    .output(CannedReply),
  update: adminProcedure('chat')
    .route({ method: 'PUT', path: '/canned_replies/{id}', summary: 'Change a canned reply' })
    .input(CannedReplyEdit.extend({ id: Id, version: Version }))
    .errors(conflicts)
    .output(CannedReply),
  remove: adminProcedure('chat')
    .route({ method: 'DELETE', path: '/canned_replies/{id}', summary: 'Delete a canned reply' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id })),
}
