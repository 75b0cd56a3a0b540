import { isEmail } from '#contract/rules.ts'

/** Texts that the specification fixes. */
export const TEXTS = {
  terms: 'You must agree to the Terms of Service and Privacy Policy',
  signedUp: 'Account created! You can now sign in with your credentials.',
  signedIn: 'Welcome back!',
  noOrders: 'No orders yet',
  startShopping: 'Start shopping',
}

export const emailRules = {
  required: 'Email is required',
  validate: (value: string) => isEmail(value.trim()) || 'Please enter a valid email address',
}

export const nameRules = {
  validate: (value: string) => value.trim() !== '' || 'Full name is required',
}

export const passwordRules = { required: 'Password is required' }
