import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SETTING_KEYS, type SiteSettings } from '#contract/content.ts'
import { BusinessHours, ContactInformation, readContactForm } from './ContactPage.tsx'

const nothingSet = Object.fromEntries(SETTING_KEYS.map((key) => [key, ' '])) as SiteSettings

const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')

// Shows S2.68, S9.12
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

test('lines of the owner take the place of the three', () => {
  const opening_hours = 'Mon-Fri: 9:00 - 18:00\n\n Sat 10-14 \nBy appointment'
  const settings = { ...nothingSet, opening_hours }
  expect(textOf(renderToStaticMarkup(<BusinessHours settings={settings} />))).toBe(
    '|Business Hours|Mon-Fri|9:00 - 18:00|Sat|10-14|Hours|By appointment|',
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

const filled = { name: ' Iris ', email: 'iris@example.com', phone: '', message: 'Hello\nthere' }

function typed(fields: Partial<typeof filled>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...fields })) form.set(name, value)
  return readContactForm(form)
}

// Shows S5.17
test('a filled form is a message, with no phone when that was left empty', () => {
  expect(typed({})).toEqual({
    message: { name: 'Iris', email: 'iris@example.com', phone: null, message: 'Hello\nthere' },
    errors: {},
  })
  expect(typed({ phone: ' +1 555 0100 ' }).message.phone).toBe('+1 555 0100')
})

// Shows S5.16
test('name, e-mail and message are required', () => {
  expect(typed({ name: ' ', email: '', message: '\n' }).errors).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your e-mail address',
    message: 'Please write a message',
  })
})

test.each(['iris', 'iris@', '@example.com', 'iris@example', 'a b@example.com', 'a@b.com, c@d.com'])(
  '%j is no e-mail address',
  (email) => {
    expect(typed({ email }).errors).toEqual({ email: 'Please enter a valid e-mail address' })
  },
)
