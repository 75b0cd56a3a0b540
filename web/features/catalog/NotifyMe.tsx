import { useMutation } from '@tanstack/react-query'
import { BellRing, MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'

/** On the page of a sold-out product: one mail when it is back. A guest's address is confirmed by mail first. */
export function NotifyMe({ product }: { product: { id: string; name: string } }) {
  const isSignedIn = useSession().profile !== null
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      client.products.notify_me({ id: product.id, ...(!isSignedIn && { email: email.trim() }) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  if (ask.data) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-field bg-leaf-tint px-4 py-3">
        <MailCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        {ask.data.state === 'waiting'
          ? `We will write to you when ${product.name} is back.`
          : 'Almost done: please confirm with the link that we have just mailed to you.'}
      </p>
    )
  }
  return (
    <Form
      label="Back in stock"
      className="grid gap-3 rounded-field border border-line p-4"
      onSubmit={submit}
    >
      {!isSignedIn && (
        <Field
          label="Write to me when it is back"
          error={ask.error ? errorMessage(ask.error) : undefined}
        >
          <Input
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
      )}
      {isSignedIn && ask.error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {errorMessage(ask.error)}
        </p>
      )}
      <Button type="submit" look="outline" busy={ask.isPending}>
        <BellRing aria-hidden="true" className="size-4" />
        Notify me
      </Button>
    </Form>
  )
}
