import type { ContactMessage } from '#contract/content.ts'

export type ContactErrors = Partial<Record<keyof ContactMessage, string>>

const ADDRESS = /^[^\s@,;:<>"]+@[^\s@,;:<>"]+\.[a-z]{2,}$/i

export const WRONG_ADDRESS = 'Please enter a valid e-mail address'

/** What was typed, and what is wrong with it. A phone that was left empty is none. */
export function readContactForm(form: FormData): {
  message: ContactMessage
  errors: ContactErrors
} {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const message = {
    name: text('name'),
    email: text('email'),
    phone: text('phone') || null,
    message: text('message'),
  }
  const errors: ContactErrors = {}
  if (!message.name) errors.name = 'Please enter your name'
  if (!message.email) errors.email = 'Please enter your e-mail address'
  else if (!ADDRESS.test(message.email)) errors.email = WRONG_ADDRESS
  if (!message.message) errors.message = 'Please write a message'
  return { message, errors }
}
