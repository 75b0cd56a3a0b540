import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { ChatAvailability } from '#contract/chat.ts'
import type { CustomerContext } from '#contract/chat-messages.ts'
import { CHAT_LIMITS } from '#contract/chat-rules.ts'
import { isEmail } from '#contract/rules.ts'
import { api } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { enterConversation } from './chat-store.ts'

const WRONG_ADDRESS = 'Please enter a valid e-mail address'

type ConnectFormProps = { readContext: () => CustomerContext; onBack: () => void }

/** Name and address, then a person. Says before that nobody is there, and offers the answer by mail. */
export function ConnectForm({ readContext, onBack }: ConnectFormProps) {
  const { profile } = useSession()
  const availability = useQuery(api.chat.availability.queryOptions({ staleTime: 0 }))
  const connecting = useMutation(api.chat.start.mutationOptions())
  const [wrongAddress, setWrongAddress] = useState(false)
  const isAway = availability.data?.agent_online === false
  const [byMail, setByMail] = useState<boolean>()
  const isClosed = availability.data?.is_business_time === false
  const offersMail = isAway || isClosed

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (connecting.isPending) return
    const form = new FormData(event.currentTarget)
    const customer_name = String(form.get('name') ?? '').trim()
    const customer_email = String(form.get('email') ?? '').trim()
    if (!customer_name || !customer_email) {
      toast.error('Required fields', 'Please fill in both name and email')
      event.currentTarget.querySelector<HTMLInputElement>('input:placeholder-shown')?.focus()
      return
    }
    setWrongAddress(!isEmail(customer_email))
    if (!isEmail(customer_email)) return
    const follow_up_by_mail = offersMail && (byMail ?? isAway)
    connecting.mutate(
      { customer_name, customer_email, follow_up_by_mail, context: readContext() },
      {
        onSuccess: ({ conversation: { id }, secret }) =>
          enterConversation({ id, secret, customer_name, customer_email }),
        onError: (error) =>
          toast.error(
            'Failed to connect to live agent',
            hasErrorCode(error, 'TOO_MANY_REQUESTS') ? error.message : undefined,
          ),
      },
    )
  }

  return (
    <div className="grid flex-1 content-start gap-4 overflow-y-auto p-5">
      <h3 className="text-xl">Connect with our team</h3>
      {offersMail && availability.data && <Hours availability={availability.data} />}
      <Form label="Live support" onSubmit={submit} className="grid gap-3">
        <Field label="Name">
          <Input
            name="name"
            placeholder=" "
            autoComplete="name"
            maxLength={CHAT_LIMITS.name}
            defaultValue={profile?.full_name}
            required
          />
        </Field>
        <Field label="Email" error={wrongAddress ? WRONG_ADDRESS : undefined}>
          <Input
            name="email"
            type="email"
            placeholder=" "
            autoComplete="email"
            defaultValue={profile?.email}
            onChange={() => setWrongAddress(false)}
            required
          />
        </Field>
        {offersMail && (
          <Checkbox
            label="Send me the answer by e-mail if I have left"
            checked={byMail ?? isAway}
            onChange={(event) => setByMail(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" busy={connecting.isPending}>
          {connecting.isPending ? 'Connecting...' : 'Start chat'}
        </Button>
        <Button look="ghost" onClick={onBack}>
          Back to questions
        </Button>
      </Form>
    </div>
  )
}

function Hours({
  availability: { agent_online, is_business_time, hours },
}: {
  availability: ChatAvailability
}) {
  return (
    <div className="grid gap-1.5 rounded-card bg-honey-tint p-3.5 text-sm text-honey">
      <p className="font-medium">
        {agent_online
          ? 'It is outside our business hours, but somebody is still here.'
          : is_business_time
            ? 'Nobody of our team is online at the moment.'
            : 'Nobody of our team is online: it is outside our business hours.'}
      </p>
      {!agent_online && <p>Leave your question, and we go on by e-mail.</p>}
      {hours.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          {hours.map((line) => (
            <div key={line.days} className="contents">
              <dt>{line.days}</dt>
              <dd>{line.hours}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
