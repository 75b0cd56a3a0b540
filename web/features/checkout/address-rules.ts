import type { ShippingAddress } from '#contract/orders.ts'
import { isEmail } from '#contract/rules.ts'

export type AddressField = keyof ShippingAddress

export type FieldSpec = {
  name: AddressField
  label: string
  /** What the browser may fill in. */
  autoComplete: string
  longest: number
  type?: 'email'
  /** Two fields that belong together share a line where there is room. */
  half?: boolean
}

/** The seven fields, in the order in which people know their address. */
export const ADDRESS_FIELDS: readonly FieldSpec[] = [
  { name: 'fullName', label: 'Full name', autoComplete: 'name', longest: 200 },
  { name: 'email', label: 'Email', autoComplete: 'email', longest: 254, type: 'email' },
  { name: 'address', label: 'Address', autoComplete: 'address-line1', longest: 200 },
  { name: 'city', label: 'City', autoComplete: 'address-level2', longest: 100, half: true },
  { name: 'state', label: 'State', autoComplete: 'address-level1', longest: 100, half: true },
  { name: 'zipCode', label: 'ZIP code', autoComplete: 'postal-code', longest: 20, half: true },
  { name: 'country', label: 'Country', autoComplete: 'country-name', longest: 100, half: true },
]

export const EMPTY_ADDRESS: ShippingAddress = {
  fullName: '',
  email: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
}

/** What is wrong with a value, in the shopper's words. */
export function addressProblem({ name, label, longest }: FieldSpec, value: string) {
  const text = value.trim()
  if (text === '') return `${label} is required`
  if (text.length > longest) return `${label} is too long`
  if (name === 'email' && !isEmail(text)) return 'Please enter a valid email address'
  return undefined
}

export function trimAddress(address: ShippingAddress): ShippingAddress {
  const trimmed = ADDRESS_FIELDS.map(({ name }) => [name, address[name].trim()])
  return Object.fromEntries(trimmed) as ShippingAddress
}
