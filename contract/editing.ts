import * as z from 'zod'
import { refusals } from './errors.ts'
import { Id, WholeNumber } from './fields.ts'

/** The version of a row that an admin saw; saving over a newer one is refused with CHANGED_MEANWHILE. */
export const Version = WholeNumber.min(1)

export const OneRow = z.object({ id: Id })
export const SeenRow = OneRow.extend({ version: Version })
export const InOrder = z.object({ ids: z.array(Id).max(1000) })

export const conflicts = refusals('CHANGED_MEANWHILE', 'ROW_NOT_FOUND')

export const RequiredText = (label: string, longest: number) =>
  z.string().trim().min(1, `${label} is required`).max(longest, `${label} is too long`)

/** The message of `z.int`: an empty field has no number at all. */
export const wholeNumber = (label: string) => (issue: { input?: unknown }) =>
  typeof issue.input === 'number' ? 'Enter a whole number' : `${label} is required`
