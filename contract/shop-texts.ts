import * as z from 'zod'
import { ANSWER_KEYS } from './chat-rules.ts'
import { conflicts } from './editing.ts'
import { WholeNumber } from './fields.ts'
import { adminProcedure, cachedProcedure } from './policy.ts'

/** What the shop promises and claims: the owner's words, wherever they stand. */
export const TEXT_KEYS = [
  ...ANSWER_KEYS,
  'consent',
  'policy_privacy',
  'policy_terms',
  'policy_shipping',
] as const
export const TextKey = z.enum(TEXT_KEYS)
export type TextKey = z.infer<typeof TextKey>

const isAnswer = (key: TextKey) => (ANSWER_KEYS as readonly string[]).includes(key)

const ShopText = z.object({
  text_key: TextKey,
  /** The question of an answer; null for the others. */
  title: z.string().nullable(),
  text: z.string(),
})
export type ShopText = z.infer<typeof ShopText>

const LONGEST_TITLE = 200
const LONGEST_ANSWER = 1000
const LONGEST_POLICY = 20_000

/** An answer may be empty: then its question is not offered. Everything else has to say something. */
export const TextEdit = z
  .strictObject({
    text_key: TextKey,
    title: z.string().trim().max(LONGEST_TITLE, 'The question is too long').nullable(),
    text: z.string().trim().max(LONGEST_POLICY, 'This is too long'),
  })
  .superRefine(({ text_key, title, text }, { addIssue }) => {
    const refuse = (path: 'title' | 'text', message: string) =>
      addIssue({ code: 'custom', path: [path], message })
    if (isAnswer(text_key)) {
      if (text !== '' && !title) refuse('title', 'A question is required')
      if (text.length > LONGEST_ANSWER) refuse('text', 'This is too long')
    } else {
      if (title !== null) refuse('title', 'Only answers have a question')
      if (text === '') refuse('text', 'This text is required')
    }
  })
export type TextEdit = z.infer<typeof TextEdit>

const EditableText = ShopText.extend({
  /** What a new shop says here. */
  neutral: z.object({ title: z.string().nullable(), text: z.string() }),
  /** False while it is the demo's. */
  is_own: z.boolean(),
  /** 0: never changed. */
  version: z.int(),
})
export type EditableText = z.infer<typeof EditableText>

const TextKeys = z
  .union([z.string().max(500), z.array(z.string().max(100)).max(TEXT_KEYS.length)])
  .transform((keys) => (typeof keys === 'string' ? keys.split(',') : keys))
  .pipe(z.array(TextKey))

export const shop_texts = {
  list: cachedProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/shop_texts',
      summary: "The shop's own words of `keys`: the assistant's answers, consent, policies",
    })
    .input(z.object({ keys: TextKeys }))
    .output(z.array(ShopText)),
  editable: adminProcedure('settings')
    .route({ method: 'GET', path: '/editable/shop_texts', summary: 'All texts, to change them' })
    .output(z.array(EditableText)),
  save: adminProcedure('settings')
    .route({ method: 'PUT', path: '/shop_texts/{text_key}', summary: 'Change one text' })
    .input(z.intersection(TextEdit, z.object({ version: WholeNumber.min(0) })))
    .errors(conflicts)
    .output(EditableText),
}
