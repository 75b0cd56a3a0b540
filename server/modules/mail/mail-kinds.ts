import { type TemplateId, templates } from '#emails/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { type MailKind, type Refusal, standingOf } from '../consent/index.ts'

const KIND_OF: Partial<Record<TemplateId, MailKind>> = {
  promotional: 'news',
  'new-product': 'news',
  'sale-alert': 'news',
  'abandoned-cart': 'reminders',
  'cross-sell': 'reminders',
  replenishment: 'reminders',
  'back-in-stock': 'back-in-stock',
  'review-request': 'review-requests',
}

/** Sent by an admin to try something out. */
export const TEST_MAIL = 'test'

export function isMarketing(template: string) {
  if (template === TEST_MAIL) return false
  const category = Object.hasOwn(templates, template)
    ? templates[template as TemplateId].category
    : 'marketing'
  return category === 'marketing' || category === 'post-purchase'
}

/** Undefined for mail that is no marketing. An unknown template is treated as the strictest kind. */
const kindOf = (template: string): MailKind | undefined =>
  isMarketing(template) ? (KIND_OF[template as TemplateId] ?? 'news') : undefined

/** Why this address may not get this mail now; null if it may. To be asked at the moment of sending. */
export async function refusalOf(db: Db, template: string, email: string): Promise<Refusal | null> {
  const kind = kindOf(template)
  return kind ? (await standingOf(db, email))[kind].refusal : null
}
