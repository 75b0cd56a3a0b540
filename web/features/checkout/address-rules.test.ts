import { describe, expect, test } from 'vitest'
import { ShippingAddress } from '#contract/orders.ts'
import { ADDRESS_FIELDS, addressProblem, EMPTY_ADDRESS, trimAddress } from './address-rules.ts'

const ada = {
  fullName: 'Ada Example',
  email: 'ada@example.com',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zipCode: '02110',
  country: 'United States',
}

const problemsOf = (address: ShippingAddress) =>
  ADDRESS_FIELDS.flatMap((field) => addressProblem(field, address[field.name]) ?? [])

describe('a shipping address', () => {
  test('that is complete has no problems', () => {
    expect(problemsOf(ada)).toEqual([])
  })

  // Shows S5.8
  test('needs all seven fields', () => {
    expect(problemsOf(EMPTY_ADDRESS)).toEqual([
      'Full name is required',
      'Email is required',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Country is required',
    ])
  })

  test('of blanks counts as empty', () => {
    expect(problemsOf({ ...ada, city: '   ' })).toEqual(['City is required'])
  })

  // Shows S5.8
  test.each(['ada', 'ada@', 'ada@example', 'a da@example.com', '.ada@example.com', 'ada@ex..com'])(
    'with the e-mail %j is refused here as it is by the server',
    (email) => {
      expect(problemsOf({ ...ada, email })).toEqual(['Please enter a valid email address'])
      expect(ShippingAddress.safeParse({ ...ada, email }).success).toBe(false)
    },
  )

  test.each(["o'hara+shop@mail.example.co.uk", 'ADA@EXAMPLE.COM', ' ada@example.com '])(
    'with the e-mail %j is taken, here and by the server',
    (email) => {
      expect(problemsOf({ ...ada, email })).toEqual([])
      expect(ShippingAddress.safeParse(trimAddress({ ...ada, email })).success).toBe(true)
    },
  )

  test('has the same limits of length as the server', () => {
    for (const { name, longest, label } of ADDRESS_FIELDS) {
      if (name === 'email') continue
      const [fits, tooLong] = ['x'.repeat(longest), 'x'.repeat(longest + 1)]
      expect(problemsOf({ ...ada, [name]: fits })).toEqual([])
      expect(ShippingAddress.safeParse({ ...ada, [name]: fits }).success).toBe(true)
      expect(problemsOf({ ...ada, [name]: tooLong })).toEqual([`${label} is too long`])
      expect(ShippingAddress.safeParse({ ...ada, [name]: tooLong }).success).toBe(false)
    }
  })
})
