import * as z from 'zod'
import {
  BACKGROUND_PRESETS,
  Banner,
  DEFAULT_BANNER,
  Given,
  Gradient,
  SECTION_NAMES,
  SectionBackground,
} from './content.ts'
import { conflicts, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { WholeNumber } from './fields.ts'
import { adminProcedure } from './policy.ts'

// What the owner edits of the storefront. Admin reads are under `/editable/`, since they also give what visitors do not see.

/** Version 0: no banner is stored yet. */
export const EditableBanner = Banner.extend({ version: WholeNumber })
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

/** Without a shape it gets the default one. */
export const SaveBanner = BannerEdit.extend({
  version: WholeNumber,
  shape_type: z.preprocess(
    (shape) => (shape === '' ? DEFAULT_BANNER.shape_type : shape),
    Banner.shape.shape_type,
  ),
})

export const editBanner = {
  editable: adminProcedure('content')
    .route({
      method: 'GET',
      path: '/editable/banner_content',
      summary: 'The banner with its version',
    })
    .output(EditableBanner),
  save: adminProcedure('content')
    .route({ method: 'PUT', path: '/banner_content', summary: 'Change the banner' })
    .input(SaveBanner)
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableBanner),
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
  editable: adminProcedure('settings')
    .route({
      method: 'GET',
      path: '/editable/section_backgrounds',
      summary: 'The sections of the home page with their versions',
    })
    .output(z.array(EditableSection)),
  save: adminProcedure('settings')
    .route({
      method: 'PUT',
      path: '/section_backgrounds/{section_name}',
      summary: 'Change the background of a section',
    })
    .input(z.object({ section_name: SectionName, version: Version, background: Background }))
    .errors(conflicts)
    .output(z.array(EditableSection)),
  move: adminProcedure('settings')
    .route({
      method: 'PUT',
      path: '/section_backgrounds/{section_name}/position',
      summary: 'Swap a section with its neighbour',
    })
    .input(z.object({ section_name: SectionName, direction: z.enum(['up', 'down']) }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.array(EditableSection)),
}
