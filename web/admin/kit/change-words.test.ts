import { expect, test } from 'vitest'
import {
  areaName,
  fieldName,
  isTold,
  objectInSentence,
  objectName,
  valueText,
} from './change-words.ts'

test('a change names the setting and the section as their screens do', () => {
  const setting = { object_type: 'site_settings', object_name: 'contact_phone' }
  expect(objectName(setting)).toBe('Phone')
  const section = { object_type: 'section_backgrounds', object_name: 'Section before-after' }
  expect(objectInSentence(section)).toBe('Before & After')
  const order = { object_type: 'section_backgrounds', object_name: 'Order of the sections' }
  expect(objectInSentence(order)).toBe('the order of the sections')
  expect(objectName({ object_type: 'pages', object_name: 'constructor' })).toBe('constructor')
  expect(fieldName('constructor')).toBe('Constructor')
  expect(objectName({ object_type: 'shop_texts', object_name: 'answer_vegan' })).toBe('Animals')
  expect(areaName('product_attributes')).toBe('Attributes')
  expect(areaName('mail_templates')).toBe('Mail templates')
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
  expect(
    valueText('options', [
      { id: 1, label: 'Dry' },
      { id: 2, label: 'Oily' },
    ]),
  ).toBe('Dry, Oily')
})

test('a shipping method is described by what applies to it', () => {
  const method = { id: 'a1', name: 'Standard', delivery_time: '', price: 5.99, steps: [] }
  expect(valueText('methods', [{ ...method, active: true }])).toBe(
    'Name: Standard; Price: 5.99; Active: yes',
  )
  expect(areaName('shipping_zones')).toBe('Shipping')
})

test('a change of a group of sizes is described in the words of its dialog, without ids and places', () => {
  expect(areaName('product_groups')).toBe('Sizes and shades')
  expect(fieldName('group_value')).toBe('Size or shade')
  expect(valueText('kind', 'shade')).toBe('Shades')
  expect(valueText('members', ['Rose (#c0456a)', 'Plum (#5b2a4a)'])).toBe(
    'Rose (#c0456a), Plum (#5b2a4a)',
  )
  expect(['group_id', 'group_position', 'group_name'].filter(isTold)).toEqual(['group_name'])
})
