import { expect, test } from 'vitest'
import { readContactForm } from './read-contact-form.ts'

const filled = { name: ' Iris ', email: 'iris@example.com', phone: '', message: 'Hello\nthere' }

function typed(fields: Partial<typeof filled>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...fields })) form.set(name, value)
  return readContactForm(form)
}

test('a filled form is a message, with no phone when that was left empty', () => {
  expect(typed({})).toEqual({
    message: { name: 'Iris', email: 'iris@example.com', phone: null, message: 'Hello\nthere' },
    errors: {},
  })
  expect(typed({ phone: ' +1 555 0100 ' }).message.phone).toBe('+1 555 0100')
})

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
