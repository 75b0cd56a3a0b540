import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { type ContactErrors, readContactForm, WRONG_ADDRESS } from './read-contact-form.ts'

const SENT = 'Message sent! We will get back to you soon.'
const FAILED = 'Failed to send message. Please try again.'

export function ContactForm() {
  const [errors, setErrors] = useState<ContactErrors>({})
  const sending = useMutation(api.contact_messages.create.mutationOptions())
  // Before that, the browser itself would send the form, to nobody.
  const ready = useHydrated()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (sending.isPending) return
    const { message, errors } = readContactForm(new FormData(form))
    setErrors(errors)
    const [firstWrong] = Object.keys(errors)
    if (firstWrong) return focusOn(form, firstWrong)
    sending.mutate(message, {
      onSuccess: () => {
        form.reset()
        toast.success(SENT)
      },
      onError: (error) => {
        if (isStatus(error, 400)) setErrors({ email: WRONG_ADDRESS })
        toast.error(FAILED, isStatus(error, 429) ? error.message : undefined)
      },
    })
  }
  const forgive = (name: keyof ContactErrors) => () =>
    errors[name] && setErrors({ ...errors, [name]: undefined })

  return (
    <Form aria-label="Contact" onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <Field label="Name" error={errors.name} className="sm:col-span-2">
        <Input
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          onChange={forgive('name')}
        />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          onChange={forgive('email')}
        />
      </Field>
      <Field label="Phone" optional>
        <Input name="phone" type="tel" maxLength={50} autoComplete="tel" />
      </Field>
      <Field label="Message" error={errors.message} className="sm:col-span-2">
        <Textarea name="message" required maxLength={5000} rows={7} onChange={forgive('message')} />
      </Field>
      <Button
        type="submit"
        size="large"
        disabled={!ready}
        busy={sending.isPending}
        className="justify-self-start max-sm:w-full sm:col-span-2"
      >
        {sending.isPending ? 'Sending...' : 'Send Message'}
      </Button>
    </Form>
  )
}

function focusOn(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

const isStatus = (error: unknown, status: number) =>
  error instanceof ORPCError && error.status === status
