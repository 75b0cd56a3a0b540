import { Gradient } from '#contract/content.ts'
import type { AuditEntry } from '#contract/insights.ts'
import { DIRECTION_NAMES, PRESET_NAMES, SECTION_TITLES, SETTING_NAMES } from './content-names.ts'

/** The audit log has names of columns and stored values; these are the words of the screens. */
const lookUp = (names: Record<string, string>, key: string) =>
  Object.hasOwn(names, key) ? names[key] : undefined

type Named = Pick<AuditEntry, 'object_type' | 'object_name'>

export function objectName({ object_type, object_name }: Named): string {
  if (object_type === 'site_settings') return lookUp(SETTING_NAMES, object_name) ?? object_name
  if (object_type !== 'section_backgrounds') return object_name
  return lookUp(SECTION_TITLES, object_name.replace('Section ', '')) ?? object_name
}

const NAMES_OF_ONE = ['Banner', 'Order of the sections', 'Order on the home page']

/** After "changed": a proper name as it is, what there is only one of with an article. */
export function objectInSentence(entry: Named): string {
  if (!NAMES_OF_ONE.includes(entry.object_name)) return objectName(entry)
  return `the ${entry.object_name.charAt(0).toLowerCase()}${entry.object_name.slice(1)}`
}

const FIELD_NAMES: Record<string, string> = {
  setting_value: 'Value',
  background_type: 'Kind of background',
  background_value: 'Background',
}

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
    const parts = Object.entries(value)
    return parts.map(([name, one]) => `${fieldName(name)}: ${words(name, one)}`).join('; ')
  }
  return contentWords(field, String(value))
}

function contentWords(field: string, value: string): string {
  if (field === 'order') return lookUp(SECTION_TITLES, value) ?? value
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
