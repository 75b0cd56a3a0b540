const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What a form can say before the server is asked; the server is the judge. */
export const emailRules = {
  required: 'Email is required',
  validate: (value: string) => EMAIL.test(value.trim()) || 'Please enter a valid email address',
}

export const nameRules = {
  validate: (value: string) => value.trim() !== '' || 'Full name is required',
}

export const passwordRules = { required: 'Password is required' }
