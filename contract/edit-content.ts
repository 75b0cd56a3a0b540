import * as z from 'zod'
import {
  BACKGROUND_PRESETS,
  Banner,
  BeforeAfter,
  Given,
  Gradient,
  SECTION_NAMES,
  SETTING_KEYS,
  SectionBackground,
  type SettingKey,
  SettingKeyName,
  Testimonial,
} from './content.ts'
import { refusals } from './errors.ts'
import { Email, Id } from './fields.ts'
import { listQuery, paged, Version } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** What the owner edits of the storefront. Admin reads are under `/editable/`, since they also give what visitors do not see. */
const OneRow = z.object({ id: Id })
const Seen = OneRow.extend({ version: Version })
const InOrder = z.object({ ids: z.array(Id).max(1000) })

const conflicts = refusals('CHANGED_MEANWHILE', 'ROW_NOT_FOUND')

/** Version 0: no banner is stored yet. */
export const EditableBanner = Banner.extend({ version: z.int().min(0) })
export type EditableBanner = z.infer<typeof EditableBanner>

export const BannerEdit = Banner.extend({
  title: Given(200, 'Title is required'),
  subtitle: Given(500, 'Subtitle is required'),
  button_text: Given(60, 'Button text is required'),
  banner_height: z
    .int('Choose a height from 300 to 800')
    .min(300, 'At least 300')
    .max(800, 'At most 800')
    .multipleOf(50, 'In steps of 50'),
})
export type BannerEdit = z.infer<typeof BannerEdit>

export const editBanner = {
  editable: adminProcedure
    .route({
      method: 'GET',
      path: '/editable/banner_content',
      summary: 'The banner with its version',
    })
    .output(EditableBanner),
  save: adminProcedure
    .route({ method: 'PUT', path: '/banner_content', summary: 'Change the banner' })
    .input(BannerEdit.extend({ version: z.int().min(0) }))
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableBanner),
}

const EditableTestimonial = Testimonial.extend({ is_visible: z.boolean(), version: Version })
export type EditableTestimonial = z.infer<typeof EditableTestimonial>

export const TestimonialEdit = z.strictObject({
  name: Given(200, 'Please fill all fields'),
  text: Given(2000, 'Please fill all fields'),
  rating: z.int('From 1 to 5').min(1, 'From 1 to 5').max(5, 'From 1 to 5'),
  image_url: z.string().max(500).nullable(),
  is_visible: z.boolean(),
})
export type TestimonialEdit = z.infer<typeof TestimonialEdit>

export const editTestimonials = {
  editable: adminProcedure
    .route({
      method: 'GET',
      path: '/editable/testimonials',
      summary: 'All testimonials, also hidden ones',
    })
    .output(z.array(EditableTestimonial)),
  create: adminProcedure
    .route({
      method: 'POST',
      path: '/testimonials',
      successStatus: 201,
      summary: 'Add a testimonial',
    })
    .input(TestimonialEdit)
    .errors(refusals('FILE_NOT_USABLE'))
    .output(EditableTestimonial),
  update: adminProcedure
    .route({ method: 'PUT', path: '/testimonials/{id}', summary: 'Change a testimonial' })
    .input(TestimonialEdit.extend(Seen.shape))
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableTestimonial),
  remove: adminProcedure
    .route({ method: 'DELETE', path: '/testimonials/{id}', summary: 'Delete a testimonial' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  reorder: adminProcedure
    .route({ method: 'PUT', path: '/testimonials', summary: 'The order on the home page' })
    .input(InOrder)
    .output(InOrder),
}

const EditableBeforeAfter = BeforeAfter.extend({ is_visible: z.boolean(), version: Version })
export type EditableBeforeAfter = z.infer<typeof EditableBeforeAfter>

const NewBeforeAfter = z.strictObject({
  title: Given(200, 'Title is required'),
  description: Given(2000, 'Description is required'),
  image_url: z.string().max(500).nullable(),
})

export const BeforeAfterEdit = NewBeforeAfter.extend({ is_visible: z.boolean() })
export type BeforeAfterEdit = z.infer<typeof BeforeAfterEdit>

export const editBeforeAfter = {
  editable: adminProcedure
    .route({
      method: 'GET',
      path: '/editable/before_after',
      summary: 'All Before & After items, also hidden ones',
    })
    .output(z.array(EditableBeforeAfter)),
  create: adminProcedure
    .route({
      method: 'POST',
      path: '/before_after',
      successStatus: 201,
      summary: 'Add Before & After items',
    })
    .input(z.strictObject({ items: z.array(NewBeforeAfter).min(1).max(50) }))
    .errors(refusals('FILE_NOT_USABLE'))
    .output(z.array(EditableBeforeAfter)),
  update: adminProcedure
    .route({ method: 'PUT', path: '/before_after/{id}', summary: 'Change a Before & After item' })
    .input(BeforeAfterEdit.extend(Seen.shape))
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableBeforeAfter),
  remove: adminProcedure
    .route({
      method: 'DELETE',
      path: '/before_after/{id}',
      summary: 'Delete a Before & After item',
    })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  reorder: adminProcedure
    .route({ method: 'PUT', path: '/before_after', summary: 'The order on the home page' })
    .input(InOrder)
    .output(InOrder),
}

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

const EditablePage = PageEdit.extend({ ...Seen.shape })
export type EditablePage = z.infer<typeof EditablePage>
const PageRow = EditablePage.omit({ content: true })
export type PageRow = z.infer<typeof PageRow>

export const PageQuery = listQuery(['nav_order', 'title', 'slug'], {
  status: z.enum(['active', 'inactive']).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

const pageErrors = { ...conflicts, ...refusals('SLUG_TAKEN') }

export const editPages = {
  editable: adminProcedure
    .route({
      method: 'GET',
      path: '/editable/pages',
      summary: 'All pages, by their place in the navigation',
    })
    .input(PageQuery)
    .output(paged(PageRow)),
  read: adminProcedure
    .route({ method: 'GET', path: '/editable/pages/{id}', summary: 'One page with its text' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(EditablePage),
  create: adminProcedure
    .route({
      method: 'POST',
      path: '/editable/pages',
      successStatus: 201,
      summary: 'Create a page',
    })
    .input(PageEdit)
    .errors(pageErrors)
    .output(EditablePage),
  update: adminProcedure
    .route({
      method: 'PUT',
      path: '/editable/pages/{id}',
      summary: 'Change a page; its old address leads to the new one',
    })
    .input(PageEdit.extend(Seen.shape))
    .errors(pageErrors)
    .output(EditablePage),
  remove: adminProcedure
    .route({ method: 'DELETE', path: '/editable/pages/{id}', summary: 'Delete a page' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
}

/** Rules of a value beside its length. Every setting may be empty. */
const SETTING_RULES: Partial<Record<SettingKey, z.ZodType<string>>> = {
  facebook_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  instagram_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  twitter_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  support_email: Email,
}

const LONGEST_SETTING = 1000

/** One setting with its value; the value's rule depends on the key. */
export const SettingEdit = z
  .strictObject({
    setting_key: SettingKeyName,
    setting_value: z.string().trim().max(LONGEST_SETTING, 'This is too long'),
    version: z.int().min(0),
  })
  .superRefine(({ setting_key, setting_value }, context) => {
    const problem = settingProblem(setting_key, setting_value)
    if (problem) context.addIssue({ code: 'custom', path: ['setting_value'], message: problem })
  })

export function settingProblem(key: SettingKey, value: string): string | undefined {
  if (value.trim() === '') return undefined
  return SETTING_RULES[key]?.safeParse(value.trim()).error?.issues[0]?.message
}

const EditableSetting = z.object({
  setting_key: SettingKeyName,
  setting_value: z.string(),
  description: z.string().nullable(),
  /** 0: no row yet. */
  version: z.int(),
})
export type EditableSetting = z.infer<typeof EditableSetting>

export const editSettings = {
  editable: adminProcedure
    .route({ method: 'GET', path: '/editable/site_settings', summary: 'All site settings by key' })
    .output(z.array(EditableSetting).max(SETTING_KEYS.length)),
  save: adminProcedure
    .route({
      method: 'PUT',
      path: '/site_settings/{setting_key}',
      summary: 'Change one site setting',
    })
    .input(SettingEdit)
    .errors(conflicts)
    .output(EditableSetting),
}

const Background = z.discriminatedUnion('background_type', [
  z.object({
    background_type: z.literal('preset'),
    background_value: z.enum(BACKGROUND_PRESETS),
  }),
  z.object({ background_type: z.literal('custom'), background_value: Gradient }),
])
export type Background = z.infer<typeof Background>

const EditableSection = z.intersection(SectionBackground, z.object({ version: Version }))
export type EditableSection = z.infer<typeof EditableSection>
const SectionName = z.enum(SECTION_NAMES)

export const editSections = {
  editable: adminProcedure
    .route({
      method: 'GET',
      path: '/editable/section_backgrounds',
      summary: 'The sections of the home page with their versions',
    })
    .output(z.array(EditableSection)),
  save: adminProcedure
    .route({
      method: 'PUT',
      path: '/section_backgrounds/{section_name}',
      summary: 'Change the background of a section',
    })
    .input(z.object({ section_name: SectionName, version: Version, background: Background }))
    .errors(conflicts)
    .output(z.array(EditableSection)),
  move: adminProcedure
    .route({
      method: 'PUT',
      path: '/section_backgrounds/{section_name}/position',
      summary: 'Swap a section with its neighbour',
    })
    .input(z.object({ section_name: SectionName, direction: z.enum(['up', 'down']) }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.array(EditableSection)),
}
