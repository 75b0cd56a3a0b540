import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MOST_PER_MINUTE, SendingRateEdit } from '#contract/campaigns.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Effective at once, for all campaigns that leave through the same mail server. */
export function SendingRateForm() {
  const rate = useQuery(api.campaigns.rate.queryOptions())
  const [typed, setTyped] = useState<string>()
  const change = useAdminMutation({
    run: client.campaigns.set_rate,
    success: ({ per_minute }) => `${per_minute} mails a minute`,
    refresh: [api.campaigns.key()],
    onSuccess: () => setTyped(undefined),
  })
  if (!rate.data) {
    const failure = 'Failed to load the sending rate'
    return <WhenLoaded query={rate} failure={failure} isSmall placeholder={null} />
  }
  if (!rate.data.server) return null
  const edit = SendingRateEdit.safeParse({ per_minute: Number(typed ?? rate.data.per_minute) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.success) change.mutate(edit.data)
  }
  return (
    <Form label="Sending rate" className="flex flex-wrap items-start gap-2.5" onSubmit={submit}>
      <Field
        label="Mails a minute"
        hint={`Through ${rate.data.server}. What your provider allows.`}
        error={edit.error?.issues[0]?.message}
        className="min-w-0 flex-1"
      >
        <Input
          type="number"
          min={1}
          max={MOST_PER_MINUTE}
          value={typed ?? rate.data.per_minute}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" look="soft" busy={change.isPending} className="mt-6.5">
        Change
      </Button>
    </Form>
  )
}
