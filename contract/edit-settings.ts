import * as z from 'zod'
import {
  accentContrast,
  DEFAULT_ACCENT,
  HEX_COLOUR,
  LOWEST_CONTRAST,
  readableAccent,
} from './colours.ts'
import { SETTING_KEYS, type SettingKey, SettingKeyName } from './content.ts'
import { conflicts } from './editing.ts'
import { refusals } from './errors.ts'
import { Email, WholeNumber } from './fields.ts'
import { CURRENCIES } from './money.ts'
import { adminProcedure } from './policy.ts'
import { isTimeZone } from './rules.ts'

/** Rules of a value beside its length. Every setting may be empty. */
const SETTING_RULES: Partial<Record<SettingKey, z.ZodType<string>>> = {
  facebook_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  instagram_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  twitter_url: z.url({ protocol: /^https?$/, error: 'Enter a web address such as https://…' }),
  support_email: Email,
  time_zone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin'),
  currency: z.enum(CURRENCIES, `Choose one of ${CURRENCIES.join(', ')}`),
  count_visits: z.literal('on', 'Either on or empty'),
  google_analytics_id: z
    .string()
    .regex(/^G-[A-Z0-9]{4,16}$/, 'A measurement ID looks like G-ABC123DEF4'),
  meta_pixel_id: z.string().regex(/^\d{10,20}$/, 'A pixel ID is a number of about 15 digits'),
  // Mail programs and the PDF of the invoice show no other formats.
  logo_url: z
    .string()
    .regex(/^\/files\/[\w-]+\.(png|jpg)$/, 'Upload the logo as a PNG or JPEG file'),
  accent_colour: z
    .string()
    .regex(HEX_COLOUR, `Enter a colour such as ${DEFAULT_ACCENT}`)
    .refine((colour) => !HEX_COLOUR.test(colour) || isReadable(colour), {
      error: ({ input }) => tooLight(String(input)),
    }),
}

const isReadable = (accent: string) => accentContrast(accent) >= LOWEST_CONTRAST

const tooLight = (accent: string) =>
  `Too light: buttons and links would be hard to read. The contrast is ${accentContrast(accent).toFixed(1)}:1, at least ${LOWEST_CONTRAST}:1 is needed. ${readableAccent(accent)} is dark enough`

const LONGEST_SETTING = 1000

/** One setting with its value; the value's rule depends on the key. */
export const SettingEdit = z
  .strictObject({
    setting_key: SettingKeyName,
    setting_value: z.string().trim().max(LONGEST_SETTING, 'This is too long'),
    version: WholeNumber,
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
  /** Can no longer be changed: the currency, once there are orders. */
  is_fixed: z.boolean().optional(),
})
export type EditableSetting = z.infer<typeof EditableSetting>

export const editSettings = {
  editable: adminProcedure('settings')
    .route({ method: 'GET', path: '/editable/site_settings', summary: 'All site settings by key' })
    .output(z.array(EditableSetting).max(SETTING_KEYS.length)),
  save: adminProcedure('settings')
    .route({
      method: 'PUT',
      path: '/site_settings/{setting_key}',
      summary: 'Change one site setting',
    })
    .input(SettingEdit)
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE', 'CURRENCY_FIXED') })
    .output(EditableSetting),
}
