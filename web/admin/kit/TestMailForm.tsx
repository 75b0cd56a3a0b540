import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from './admin-mutation.ts'

type Mail = { subject: string; html: string; text: string }
type TestMailFormProps = {
  label: string
  addressLabel: string
  buttonLabel: string
  /** The mail as it is now. */
  render: () => Promise<Mail>
}

const LONGEST_SUBJECT = 200

/** Sends a mail to one address, to see how it arrives. */
export function TestMailForm({ label, addressLabel, buttonLabel, render }: TestMailFormProps) {
  const [to, setTo] = useState('')
  const test = useAdminMutation({
    run: async (address: string) => {
      const { subject, html, text } = await render()
      return client.functions.send_test_email({
        to: address,
        subject: `Test: ${subject}`.slice(0, LONGEST_SUBJECT),
        html,
        text,
      })
    },
    refresh: [api.mails.key()],
    onSuccess: (_, address) => toast.success('Test email sent', `Email sent to ${address}`),
    onError: (error) => {
      const reason = hasErrorCode(error, 'MAIL_NOT_SENT') ? error.data.reason : errorMessage(error)
      toast.error('Error sending test email', reason)
      return true
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to.trim()) test.mutate(to.trim())
    else toast.error('Email required', 'Please enter a test email address')
  }
  return (
    <Form
      label={label}
      className="flex max-w-xl flex-wrap gap-2.5 sm:flex-nowrap"
      onSubmit={submit}
    >
      <Input
        type="email"
        aria-label={addressLabel}
        placeholder="you@example.com"
        autoComplete="email"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" look="soft" busy={test.isPending} className="shrink-0">
        <Send aria-hidden="true" className="size-4" />
        {buttonLabel}
      </Button>
    </Form>
  )
}
