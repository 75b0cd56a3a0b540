import { eq } from 'drizzle-orm'
import type { MailTemplate, MailTexts } from '#contract/mail-studio.ts'
import {
  originalTexts,
  samplesWith,
  type TemplateId,
  templates,
  variablesIn,
} from '#emails/catalogue.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { createMissingRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { listSampleProducts } from '../catalog/index.ts'
import { isTeamNotified } from '../notifications/reads.ts'
import { hasOrdersByHand } from '../orders/reads.ts'
import { arePaymentsTakenByHand } from '../payments/reads.ts'
import { areReturnsTaken } from '../returns/reads.ts'
import { mail_texts } from './mail.table.ts'
import { readShop, senderOf } from './mail-message.ts'

type Row = typeof mail_texts.$inferSelect

const isTemplate = (id: string): id is TemplateId => Object.hasOwn(templates, id)

async function readRow(db: Db, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(mail_texts).where(eq(mail_texts.id, id))
  return row
}

/** The owner's texts of a mail; undefined: the original ones. */
export async function changedTexts(db: Db, template: string): Promise<MailTexts | undefined> {
  const row = await readRow(db, template)
  return row && textsOf(row)
}

const textsOf = ({ subject, preheader, title, intro, button }: MailTexts): MailTexts => ({
  subject,
  preheader,
  title,
  intro,
  button,
})

export async function listTemplates(db: Db): Promise<MailTemplate[]> {
  const rows = await db.select().from(mail_texts)
  const unused = await unusedTemplates(db)
  return Object.values(templates)
    .filter(({ id }) => !unused.includes(id))
    .map(({ id }) =>
      describe(
        id,
        rows.find((row) => row.id === id),
      ),
    )
}

const RETURN_MAILS: readonly TemplateId[] = [
  'return-asked',
  'return-approved',
  'return-declined',
  'return-arrived',
  'return-closed',
]

const PAYMENT_MAILS: readonly TemplateId[] = ['order-received', 'payment-reminder']

/** Those of parts of the shop that the owner has not set up. */
async function unusedTemplates(db: Db): Promise<TemplateId[]> {
  return [
    ...((await isTeamNotified(db)) ? [] : (['team-notification'] as const)),
    ...((await areReturnsTaken(db)) ? [] : RETURN_MAILS),
    ...((await arePaymentsTakenByHand(db)) ? [] : PAYMENT_MAILS),
    ...((await hasOrdersByHand(db)) ? [] : (['payment-link'] as const)),
  ]
}

function describe(id: TemplateId, row: Row | undefined): MailTemplate {
  const { name, description, category, variables, text_variables, button_link } = templates[id]
  const texts = row ? textsOf(row) : originalTexts[id]
  return {
    id,
    name,
    description,
    category,
    variables: [...variables],
    text_variables: [...text_variables],
    button_link,
    is_ready: unknownVariables(id, texts).length === 0,
    texts,
    is_changed: row !== undefined,
    version: row?.version ?? 0,
  }
}

function unknownVariables(id: TemplateId, texts: MailTexts) {
  const { text_variables } = templates[id]
  return Object.entries(texts).flatMap(([field, text]) =>
    variablesIn(text)
      .filter((name) => !text_variables.includes(name))
      .map((name) => ({ field, name })),
  )
}

function refuseUnknownVariables(id: TemplateId, texts: MailTexts) {
  const unknown = unknownVariables(id, texts)
  if (unknown.length === 0) return
  const known = templates[id].text_variables.map((name) => `{{${name}}}`).join(', ')
  throw errors.UNKNOWN_VARIABLE({
    data: {
      issues: unknown.map(({ field, name }) => ({
        path: [field],
        message: `This mail has no {{${name}}}. It knows ${known}.`,
      })),
    },
  })
}

export async function previewTemplate(
  context: Pick<AppContext, 'config' | 'db'>,
  { id, texts }: { id: string; texts?: MailTexts },
) {
  const { renderMail } = await import('#emails/render.tsx')
  const shop = await readShop(context)
  const known = { ...shop, support_email: senderOf(undefined, shop).address }
  if (!isTemplate(id)) return renderMail(id, {}, known)
  if (texts) refuseUnknownVariables(id, texts)
  const sample = samplesWith(await listSampleProducts(context.db))[id]
  return renderMail(id, sample, known, texts ?? (await changedTexts(context.db, id)))
}

const options = (by: ChangedBy) => ({
  by,
  name: ({ id }: { id: string }) => (isTemplate(id) ? templates[id].name : id),
})

type TextsEdit = MailTexts & { id: string; version: number }

export async function saveTexts(db: Db, { id, version, ...texts }: TextsEdit, by: ChangedBy) {
  if (!isTemplate(id)) throw errors.ROW_NOT_FOUND()
  refuseUnknownVariables(id, texts)
  return db.transaction(async (tx) => {
    // Somebody else's first change appears here as version 1, which is not the 0 that this admin saw.
    const row =
      (await createMissingRow(tx, mail_texts, { id, ...texts }, options(by))) ??
      (await updateRow(tx, mail_texts, { id, version }, texts, options(by)))
    await announceChange(tx, 'mail_templates')
    return describe(id, row)
  })
}

export async function resetTexts(db: Db, id: string, by: ChangedBy) {
  if (!isTemplate(id)) throw errors.ROW_NOT_FOUND()
  await db.transaction(async (tx) => {
    await deleteRow(tx, mail_texts, id, options(by))
    await announceChange(tx, 'mail_templates')
  })
  return describe(id, undefined)
}
