import { client } from '../lib/api.ts'
import { errorMessage } from '../lib/errors.ts'
import { toast } from '../ui/toast.ts'

/** Loaded with the first sign-up: most pages never need it. A failed one keeps what was typed. */
export async function signUp(form: HTMLFormElement) {
  const email = String(new FormData(form).get('email')).trim()
  try {
    await client.newsletter.sign_up({ email })
    form.reset()
    toast.success('Almost done', 'Please confirm with the link that we have just mailed to you.')
  } catch (error) {
    toast.error('You are not signed up yet', errorMessage(error))
  }
}
