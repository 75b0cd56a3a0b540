import { type TemplateId, templates } from '#emails/catalogue.ts'

/** The kinds of marketing mail that a recipient can switch off one by one. */
export const MAIL_KINDS = ['news', 'reminders', 'back-in-stock', 'review-requests'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

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

/** Requested by the recipient, or about a purchase: no consent is needed, but it can be switched off. */
const WITHOUT_CONSENT: readonly MailKind[] = ['back-in-stock', 'review-requests']

export const needsConsent = (kind: MailKind) => !WITHOUT_CONSENT.includes(kind)

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
export const kindOf = (template: string): MailKind | undefined =>
  isMarketing(template) ? (KIND_OF[template as TemplateId] ?? 'news') : undefined
