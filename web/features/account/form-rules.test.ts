import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Email } from '#contract/fields.ts'
import { emailRules } from './form-rules.ts'

const isEmail = (text: string) => emailRules.validate(text) === true
const accepts = (text: string) => Email.safeParse(text).success

test.each(['ada@example.com', "o'hara+shop@mail.example.co.uk", 'ADA@EXAMPLE.COM', 'a_b-c@x-y.io'])(
  '%j is an address in the browser and on the server',
  (text) => expect([isEmail(text), accepts(text)]).toEqual([true, true]),
)

test.each([
  'a@b.c',
  'ada',
  'ada@',
  'ada@example',
  '.ada@example.com',
  'a..da@example.com',
  'ada@example..com',
  'a da@example.com',
  'ädä@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is none in the browser or on the server', (text) =>
  expect([isEmail(text), accepts(text)]).toEqual([false, false]),
)

test('browser and server agree on every text', () => {
  const texts = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: fc.constantFrom(...'aB9.@-_+ ü'), maxLength: 20 }),
  )
  fc.assert(fc.property(texts, (text) => isEmail(text) === accepts(text.trim())))
})
