import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CampaignMail, type SendMarketingEmail } from '#contract/campaigns.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { announceWhenSent } from './CampaignPage.tsx'
import { MailPreview, TestForm } from './MailPreview.tsx'
import { type MailDraft, MessageFields } from './MessageFields.tsx'
import { people } from './names.ts'
import { type Choice, countChosen, NOBODY, Recipients } from './Recipients.tsx'

const EMPTY: MailDraft = {
  template: 'promotional',
  subject: '',
  body: '',
  button: '',
  link: '',
  coupon_code: null,
  product_id: null,
}

/** Whom, what and when; the mail itself beside it. */
export function Composer({ from }: { from?: string }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useDraft(from)
  const [choice, setChoice] = useState<Choice>(NOBODY)
  const [sendAt, setSendAt] = useState('')
  const [isAsking, setAsking] = useState(false)
  const chosen = countChosen(choice)

  const send = useAdminMutation({
    run: (input: SendMarketingEmail) => client.functions.send_marketing_email(input),
    refresh: [api.campaigns.key(), api.audit_log.key()],
    onSuccess: ({ campaign_id, recipients }, { send_at }) => {
      setAsking(false)
      setDraft(EMPTY)
      if (send_at) toast.success('Campaign scheduled', `For ${people(recipients)}`)
      else announceWhenSent(campaign_id)
      void navigate({ to: '/admin/marketing/$id', params: { id: campaign_id } })
    },
    onError: (error) => {
      setAsking(false)
      toast.error('Error sending emails', errorMessage(error))
      return true
    },
  })

  const ask = () => {
    if (chosen === 0) return toast.error('No recipients', 'Choose who gets this mail first.')
    if (!draft.subject.trim() || !draft.body.trim()) {
      return toast.error('Missing content', 'Please enter a subject and a message.')
    }
    setAsking(true)
  }
  const confirm = () => {
    const mail = CampaignMail.safeParse(draft)
    if (!mail.success) {
      setAsking(false)
      return toast.error('Error sending emails', mail.error.issues[0]?.message)
    }
    send.mutate({
      ...mail.data,
      ...whoOf(choice),
      send_at: sendAt ? new Date(sendAt).toISOString() : undefined,
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-6">
        <Card title="Recipients" text="Filters find people; their consent decides who gets a mail.">
          <Recipients choice={choice} onChange={setChoice} />
        </Card>
        <Card title="Message">
          <MessageFields draft={draft} onChange={setDraft} />
        </Card>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="lg:sticky lg:top-20">
          <Card title="Preview">
            <div className="grid gap-5">
              <TestForm draft={draft} />
              <MailPreview draft={draft} />
            </div>
          </Card>
        </div>
      </div>
      <Card title="Send">
        <div className="grid gap-4">
          <Field
            label="Send at"
            optional
            hint="Empty means now. If the shop is not running at that time and it is more than an hour late, it waits for your word."
          >
            <Input
              type="datetime-local"
              value={sendAt}
              onChange={({ target }) => setSendAt(target.value)}
            />
          </Field>
          <Button onClick={ask} className="sm:w-fit">
            {sendAt ? (
              <CalendarClock aria-hidden="true" className="size-4" />
            ) : (
              <Send aria-hidden="true" className="size-4" />
            )}
            {sendAt ? 'Schedule' : 'Send'}
            {chosen > 0 && ` to ${people(chosen)}`}
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={sendAt ? 'Schedule this campaign?' : 'Send this campaign?'}
        text={`"${draft.subject}" goes to ${people(chosen)}. You can pause or stop it on the way; a mail that has left cannot be called back.`}
        confirmLabel={sendAt ? 'Schedule' : 'Send'}
        busy={send.isPending}
        onConfirm={confirm}
      />
    </div>
  )
}

const whoOf = ({ audience, only, emails }: Choice) =>
  only ? { recipients: [...emails] } : { audience: { ...audience, excluded: [...emails] } }

const DRAFT_KEY = 'petal-campaign-draft'

/** What was written stays in this browser until it is sent; an earlier campaign can be used again. */
function useDraft(from: string | undefined) {
  const [draft, setDraft] = useState(storedDraft)
  const earlier = useQuery({
    ...api.campaigns.get.queryOptions({ input: { id: from ?? '' } }),
    enabled: from !== undefined,
  })
  useEffect(() => {
    if (!earlier.data) return
    const { template, subject, body, button, link, coupon_code, product_id } = earlier.data
    setDraft({ template, subject, body, button, link, coupon_code, product_id })
  }, [earlier.data])
  useEffect(() => {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(draft))
  }, [draft])
  return [draft, setDraft] as const
}

function storedDraft(): MailDraft {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(DRAFT_KEY) ?? '{}') }
  } catch {
    return EMPTY
  }
}
