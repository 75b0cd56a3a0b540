import { Gradient } from '#contract/content.ts'
import type { AuditEntry } from '#contract/insights.ts'
import { ROLE_NAMES } from '#contract/rights.ts'
import {
  DIRECTION_NAMES,
  PRESET_NAMES,
  SECTION_TITLES,
  SETTING_NAMES,
  TEXT_NAMES,
} from './content-names.ts'

/** The audit log has names of columns and stored values; these are the words of the screens. */
const lookUp = (names: Record<string, string>, key: string) =>
  Object.hasOwn(names, key) ? names[key] : undefined

type Named = Pick<AuditEntry, 'object_type' | 'object_name'>

export function objectName({ object_type, object_name }: Named): string {
  if (object_type === 'site_settings') return lookUp(SETTING_NAMES, object_name) ?? object_name
  if (object_type === 'shop_texts') return lookUp(TEXT_NAMES, object_name) ?? object_name
  if (object_type !== 'section_backgrounds') return object_name
  return lookUp(SECTION_TITLES, object_name.replace('Section ', '')) ?? object_name
}

const NAMES_OF_ONE = [
  'Banner',
  'Order of the sections',
  'Order on the home page',
  'Sequence of zones',
  'Tax settings',
  'Return settings',
]

/** After "changed": a proper name as it is, what there is only one of with an article. */
export function objectInSentence(entry: Named): string {
  if (!NAMES_OF_ONE.includes(entry.object_name)) return objectName(entry)
  return `the ${entry.object_name.charAt(0).toLowerCase()}${entry.object_name.slice(1)}`
}

const FIELD_NAMES: Record<string, string> = {
  setting_value: 'Value',
  background_type: 'Kind of background',
  background_value: 'Background',
  option_ids: 'Attributes',
  lines: 'Words',
  weight_grams: 'Weight (g)',
  up_to_grams: 'Up to (g)',
  zip: 'ZIP code',
  shipping_taxed: 'On shipping',
  option_name: 'Option name',
  members: 'Sizes and shades',
  group_name: 'Group',
  group_value: 'Size or shade',
  group_colour: 'Colour',
  two_factor_required: 'Two-step sign-in required',
  expires_at: 'Link works until',
  sessions: 'Signed-in browsers',
  extra_discount: 'Discount by hand',
  customer_note: 'Note for the customer',
  link_sent_at: 'Payment link mailed',
  scopes: 'Rights',
  gtin: 'GTIN',
  mpn: 'MPN',
  calls_per_minute: 'Calls in a minute',
}

/** Stored beside a name that says the same, or set by the order of the group. */
const UNTOLD_FIELDS = ['group_id', 'group_position']

export const isTold = (field: string) => !UNTOLD_FIELDS.includes(field)

/** The areas whose tables are called otherwise than their screens. */
const AREA_NAMES: Record<string, string> = {
  api_keys: 'API keys',
  clover_settings: 'Payment settings',
  banner_content: 'Banner',
  before_after: 'Before & After',
  mail_suppressions: 'Suppression list',
  operating_settings: 'Shop address',
  payment_methods: 'Payment methods',
  product_attributes: 'Attributes',
  product_groups: 'Sizes and shades',
  return_settings: 'Return settings',
  search_synonyms: 'Words of the search',
  shipping_zones: 'Shipping',
  shop_ownership: 'Make It Mine',
  shop_texts: 'Texts and claims',
  tax_rates: 'Tax rates',
  tax_settings: 'Tax',
}

export const areaName = (object_type: string) =>
  lookUp(AREA_NAMES, object_type) ?? fieldName(object_type)

/** `image_url` is "Image url". */
export const fieldName = (field: string) =>
  lookUp(FIELD_NAMES, field) ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

const LONGEST_VALUE = 300

export function valueText(field: string, value: unknown): string {
  const text = words(field, value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function words(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    return value.length === 0 ? 'empty' : value.map((one) => words(field, one)).join(', ')
  }
  if (typeof value === 'object') {
    // An option of an attribute; its number means nothing to an owner.
    if (field === 'options' && 'label' in value) return String(value.label)
    const parts = Object.entries(value).filter(([name, one]) => !isLeftOut(field, name, one))
    return parts.map(([name, one]) => `${fieldName(name)}: ${words(name, one)}`).join('; ')
  }
  return contentWords(field, String(value))
}

/** Of a way to ship, what does not apply to it, and its id. */
const isLeftOut = (field: string, name: string, value: unknown) =>
  field === 'methods' && (name === 'id' || words(name, value) === 'empty')

/** Of a group of sizes; other kinds are words already. */
const KIND_WORDS: Record<string, string> = { size: 'Sizes', shade: 'Shades' }

function contentWords(field: string, value: string): string {
  if (field === 'order') return lookUp(SECTION_TITLES, value) ?? value
  if (field === 'kind') return lookUp(KIND_WORDS, value) ?? value
  if (field === 'role') return lookUp(ROLE_NAMES, value) ?? value
  if (field === 'background_type') return value === 'custom' ? 'Custom gradient' : 'Preset'
  if (field === 'background_value') return lookUp(PRESET_NAMES, value) ?? gradientWords(value)
  return value
}

function gradientWords(json: string): string {
  try {
    const { direction, start, middle, end } = Gradient.parse(JSON.parse(json))
    const stops = [start, middle].map(({ colour, opacity }) => `${colour} at ${opacity} %`)
    const way = DIRECTION_NAMES[direction].toLowerCase()
    return `Custom gradient, ${way}: ${[...stops, end.colour].join(', ')}`
  } catch {
    return json
  }
}
