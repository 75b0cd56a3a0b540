import type { BACKGROUND_PRESETS, Gradient, SECTION_NAMES, SettingKey } from '#contract/content.ts'
import type { TextKey } from '#contract/shop-texts.ts'

export const SECTION_TITLES: Record<(typeof SECTION_NAMES)[number], string> = {
  banner: 'Banner',
  products: 'Featured Products',
  testimonials: 'Testimonials',
  'before-after': 'Before & After',
}

export const PRESET_NAMES: Record<(typeof BACKGROUND_PRESETS)[number], string> = {
  white: 'White',
  'pink-products': 'Pink products',
  'aloe-fresh': 'Aloe fresh',
  'warm-gold': 'Warm gold',
  'peach-glow': 'Peach glow',
  'rose-luxury': 'Rose luxury',
}

export const DIRECTION_NAMES: Record<Gradient['direction'], string> = {
  'to-t': 'To the top',
  'to-tr': 'To the top right',
  'to-r': 'To the right',
  'to-br': 'To the bottom right',
  'to-b': 'To the bottom',
  'to-bl': 'To the bottom left',
  'to-l': 'To the left',
  'to-tl': 'To the top left',
}

export const SETTING_NAMES: Record<SettingKey, string> = {
  facebook_url: 'Facebook',
  instagram_url: 'Instagram',
  twitter_url: 'Twitter',
  support_email: 'Support email',
  site_title: 'Site title',
  site_description: 'Site description',
  contact_phone: 'Phone',
  contact_address: 'Address',
  contact_city: 'City',
  business_hours_sun_thu: 'Business hours, Sunday to Thursday',
  business_hours_friday: 'Business hours, Friday',
  business_hours_saturday: 'Business hours, Saturday',
  opening_hours: 'Opening hours in your own lines',
  time_zone: 'Time zone',
  currency: 'Currency',
  newsletter_invitation: 'Invitation to the newsletter',
  logo_url: 'Logo',
  count_visits: 'Count visits',
  google_analytics_id: 'Google Analytics',
  meta_pixel_id: 'Meta Pixel',
  accent_colour: 'Accent colour',
}

export const TEXT_NAMES: Record<TextKey, string> = {
  answer_shipping: 'Shipping',
  answer_returns: 'Returns',
  answer_tracking: 'Tracking',
  answer_vegan: 'Animals',
  answer_ingredients: 'Ingredients',
  consent: 'Consent',
  policy_privacy: 'Privacy Policy',
  policy_terms: 'Terms of Service',
  policy_shipping: 'Shipping Policy',
}
