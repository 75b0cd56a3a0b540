import { expect, test } from 'vitest'
import { fieldName, objectInSentence, objectName, valueText } from './change-words.ts'

test('a change names the setting and the section as their screens do', () => {
  const setting = { object_type: 'site_settings', object_name: 'contact_phone' }
  expect(objectName(setting)).toBe('Phone')
  const section = { object_type: 'section_backgrounds', object_name: 'Section before-after' }
  expect(objectInSentence(section)).toBe('Before & After')
  const order = { object_type: 'section_backgrounds', object_name: 'Order of the sections' }
  expect(objectInSentence(order)).toBe('the order of the sections')
  expect(objectName({ object_type: 'pages', object_name: 'constructor' })).toBe('constructor')
  expect(fieldName('constructor')).toBe('Constructor')
})

test('orders, gradients and nested values are words, not JSON', () => {
  expect(valueText('order', ['before-after', 'products'])).toBe('Before & After, Featured Products')
  expect(valueText('background_value', 'aloe-fresh')).toBe('Aloe fresh')
  const gradient = {
    direction: 'to-r',
    start: { colour: '#f7e8e5', opacity: 50 },
    middle: { colour: '#ffffff', opacity: 100 },
    end: { colour: '#fdf3ec' },
  }
  expect(valueText('background_value', JSON.stringify(gradient))).toBe(
    'Custom gradient, to the right: #f7e8e5 at 50 %, #ffffff at 100 %, #fdf3ec',
  )
  expect(valueText('shipping_address', { city: 'Porto', is_default: true, zip_code: null })).toBe(
    'City: Porto; Is default: yes; Zip code: empty',
  )
  expect(valueText('images', [])).toBe('empty')
})
