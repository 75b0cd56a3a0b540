import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SETTING_KEYS, type SiteSettings } from '#contract/content.ts'
import { BusinessHours, ContactInformation } from './ContactCards.tsx'

const nothingSet = Object.fromEntries(SETTING_KEYS.map((key) => [key, ' '])) as SiteSettings

const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')

test('business hours that nobody entered are the usual ones', () => {
  expect(textOf(renderToStaticMarkup(<BusinessHours settings={nothingSet} />))).toBe(
    '|Business Hours|Sunday-Thursday|9:00 AM - 6:00 PM|Friday|9:00 AM - 2:00 PM|Saturday|Closed|',
  )
})

test('hours are as the owner entered them', () => {
  const settings = { ...nothingSet, business_hours_saturday: '10:00 AM - 1:00 PM' }
  expect(renderToStaticMarkup(<BusinessHours settings={settings} />)).toContain(
    '10:00 AM - 1:00 PM',
  )
})

test('phone, address and city are shown as far as they are known', () => {
  const settings = { ...nothingSet, contact_phone: '(518) 555-0142', contact_city: 'Hudson, NY' }
  const markup = renderToStaticMarkup(<ContactInformation settings={settings} />)
  expect(markup).toContain('href="tel:5185550142"')
  expect(textOf(markup)).toContain('Hudson, NY')
  expect(textOf(renderToStaticMarkup(<ContactInformation settings={nothingSet} />))).toContain(
    'Please use the form. We answer by e-mail.',
  )
})
