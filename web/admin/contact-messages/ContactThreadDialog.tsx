import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import {
  type ContactReply,
  type ContactThread,
  LONGEST_REPLY,
  ReplyText,
  ticketNumber,
} from '#contract/contact-messages.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Form, Textarea } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { textLink } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { useDraft } from '../kit/unsaved-changes.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { StatusSelect } from './StatusSelect.tsx'

type ContactThreadDialogProps = {
  id: string
  /** Opens with the focus in the reply. */
  isReplying: boolean
  onClose: () => void
}

/** One message, what was answered, and the next reply. */
export function ContactThreadDialog({ id, isReplying, onClose }: ContactThreadDialogProps) {
  const thread = useQuery({
    ...api.contact_messages.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (hasWaitingMail(state.data) ? MAIL_CHECK_MS : false),
  })
  const message = thread.data
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={message ? <bdi>{message.name}</bdi> : 'Message'}
      description={message && `Ticket ${ticketNumber(id)}`}
    >
      <WhenLoaded query={thread} failure="Failed to load messages" placeholder={<LoadingThread />}>
        {(loaded) => <Thread message={loaded} isReplying={isReplying} />}
      </WhenLoaded>
    </Dialog>
  )
}

function LoadingThread() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-72" />
    </div>
  )
}

/** Sending a mail is no change of the message, so nothing announces it. */
const MAIL_CHECK_MS = 3000

const hasWaitingMail = (thread: ContactThread | undefined) =>
  thread?.replies.some(({ mail_status }) => mail_status === 'waiting')

type ThreadProps = { message: ContactThread; isReplying: boolean }

function Thread({ message, isReplying }: ThreadProps) {
  const { name, email, phone, created_at } = message
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <StatusSelect message={message} />
        <a href={`mailto:${email}`} className={`flex min-w-0 items-center gap-1.5 ${textLink}`}>
          <Mail aria-hidden="true" className="size-4 shrink-0 text-quiet" />
          <span className="truncate">{email}</span>
        </a>
        {phone && (
          <a
            href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
            className={`flex items-center gap-1.5 ${textLink}`}
          >
            <Phone aria-hidden="true" className="size-4 text-quiet" />
            {phone}
          </a>
        )}
      </p>
      <NamedList as="ol" className="grid gap-3" label="Messages and replies">
        <Entry author={name} time={created_at} text={message.message} />
        {message.replies.map((reply) => (
          <Entry
            key={reply.id}
            isReply
            author={reply.author_name}
            time={reply.created_at}
            text={reply.text}
            mail={reply.mail_status}
          />
        ))}
      </NamedList>
      <ReplyForm message={message} isReplying={isReplying} />
      <IfMay area="changes">
        <details>
          <summary className="py-2 font-medium text-sm">Changes</summary>
          <ChangeHistory type="contact_messages" id={message.id} />
        </details>
      </IfMay>
    </div>
  )
}

type EntryProps = {
  author: string
  time: string
  text: string
  isReply?: boolean
  mail?: ContactReply['mail_status']
}

function Entry({ author, time, text, isReply = false, mail }: EntryProps) {
  return (
    <li
      className={`rounded-card px-4 py-3 ${isReply ? 'ml-6 bg-sage sm:ml-12' : 'mr-6 border border-line bg-paper sm:mr-12'}`}
    >
      <p className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-xs">
        <bdi className="wrap-anywhere font-medium text-ink">{author}</bdi>
        <LocalTime iso={time} withTime />
        {mail && <MailState status={mail} />}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-[0.9375rem]">
        {text}
      </p>
    </li>
  )
}

function MailState({ status }: { status: NonNullable<ContactReply['mail_status']> }) {
  if (status === 'sent') return <Badge tone="green">Mail sent</Badge>
  if (status === 'failed') return <Badge tone="red">Mail failed</Badge>
  if (status === 'stored') return <Badge tone="yellow">Stored, no mail server is set up</Badge>
  return <Badge tone="paper">Mail waits to be sent</Badge>
}

/** The text stays until it is stored. A colleague's reply or change meanwhile is shown first. */
function ReplyForm({ message, isReplying }: ThreadProps) {
  const [text, write] = useDraft(`contact-reply:${message.id}`)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useAdminMutation({
    run: client.contact_messages.reply,
    success: 'Reply sent successfully',
    failure: 'Failed to send reply',
    refresh: [api.contact_messages.key(), api.insights.key()],
    refreshOnError: true,
    onSuccess: () => write(''),
    onError: (error) => {
      if (!hasErrorCode(error, 'CHANGED_MEANWHILE')) return false
      setProblem(
        `${error.data.changed_by} has changed or answered this meanwhile. Read it above, then send your reply if it is still needed.`,
      )
      return true
    },
  })
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (isPending) return
    const parsed = ReplyText.safeParse({ text })
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) mutate({ id: message.id, version: message.version, text })
  }
  return (
    <Form label="Reply" onSubmit={submit} className="grid grid-cols-1 gap-2.5">
      <Field
        label="Your reply"
        hint={`A mail to ${message.email}, signed with your name; the message is quoted below it.`}
        error={problem}
      >
        <Textarea
          rows={5}
          dir="auto"
          autoFocus={isReplying}
          maxLength={LONGEST_REPLY}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </Field>
      <Button type="submit" className="justify-self-end" busy={isPending}>
        Send reply
      </Button>
    </Form>
  )
}
