import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { CampaignMail } from '#contract/campaigns.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAct } from '../kit/act.ts'
import { MailFrame } from '../kit/MailFrame.tsx'
import type { MailDraft } from './MessageFields.tsx'

/** Somebody to show the mail for. */
const SAMPLE_NAME = 'Amélie Laurent'
const PLACEHOLDER = { subject: 'Your subject', body: 'Your message appears here as you write.' }

const shown = (draft: MailDraft) => ({
  ...draft,
  subject: draft.subject.trim() || PLACEHOLDER.subject,
  body: draft.body.trim() || PLACEHOLDER.body,
})

/** Follows what is typed; while it is not usable, the last mail stays and the reason is shown. */
export function MailPreview({ draft }: { draft: MailDraft }) {
  const parsed = CampaignMail.safeParse(JSON.parse(useSettled(JSON.stringify(shown(draft)))))
  const preview = useQuery({
    ...api.campaigns.preview.queryOptions({
      input: { ...(parsed.data ?? shown(draft)), name: SAMPLE_NAME },
    }),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const problem = parsed.error?.issues[0]?.message ?? (preview.error && errorMessage(preview.error))
  return (
    <>
      {problem && (
        <p role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
      {preview.data ? (
        <MailFrame label="Preview of the campaign" mail={preview.data} />
      ) : (
        !problem && <Skeleton className="h-96" />
      )}
    </>
  )
}

const TYPING_PAUSE_MS = 300

/** The value once it has not changed for a moment. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export function TestForm({ draft }: { draft: MailDraft }) {
  const [to, setTo] = useState('')
  const test = useAct({
    run: async (address: string) => {
      const mail = CampaignMail.parse(shown(draft))
      const { subject, html, text } = await client.campaigns.preview({ ...mail, name: SAMPLE_NAME })
      return client.functions.send_test_email({
        to: address,
        subject: `Test: ${subject}`.slice(0, 200),
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
    <Form label="Test mail" className="flex flex-wrap gap-2.5 sm:flex-nowrap" onSubmit={submit}>
      <Input
        type="email"
        aria-label="Test address"
        placeholder="you@example.com"
        autoComplete="email"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" look="soft" busy={test.isPending} className="shrink-0">
        <Send aria-hidden="true" className="size-4" />
        Send a test
      </Button>
    </Form>
  )
}
