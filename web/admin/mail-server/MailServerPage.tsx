import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { MailServerEdit, type MailSettings } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAct } from '../kit/act.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import { Warning } from '../kit/figures.tsx'

/** Where the shop's mail leaves. A change is in use at once, in every process. */
export function MailServerPage() {
  const settings = useQuery(api.mail_settings.get.queryOptions())
  const { data } = settings
  return (
    <AdminPage
      title="Mail Server"
      text="Where the shop's mail leaves. Changes take effect at once."
      actions={
        <Link
          to="/admin/email-templates"
          className={buttonStyle({ look: 'outline', size: 'narrow' })}
        >
          Email Templates
        </Link>
      }
    >
      {settings.isPending && <Skeleton className="h-96" />}
      {settings.isError && !data && (
        <FailedState
          message={errorMessage(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      )}
      {data && (
        <>
          <Notices settings={data} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <ServerForm settings={data} />
            <div className="grid gap-4">
              <InUse settings={data} />
              <Card title="Changes">
                <ChangeHistory type="mail_settings" id="mail" />
              </Card>
            </div>
          </div>
        </>
      )}
    </AdminPage>
  )
}

function Notices({ settings: { source, saved, sender } }: { settings: MailSettings }) {
  return (
    <>
      {source === 'environment' && (
        <Warning title="Set by the environment">
          The server's variables SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD are in use. What
          you save here is used once they are removed.
        </Warning>
      )}
      {sender.is_environment && (
        <Warning title="The sender is set by the environment">
          The server's variable MAIL_FROM is {sender.text}. It wins over the sender below.
        </Warning>
      )}
      {!saved.is_readable && (
        <Warning title="The stored password cannot be read">
          The server's encryption key has changed. Enter the password and the DKIM key again.
        </Warning>
      )}
    </>
  )
}

function InUse({ settings: { in_use, source, sender, saved } }: { settings: MailSettings }) {
  const [isForgetting, setForgetting] = useState(false)
  const forget = useAct({
    run: () => client.mail_settings.forget(),
    success: 'The saved mail server is removed',
    refresh: [api.mail_settings.key(), api.insights.key(), api.audit_log.key()],
    onSuccess: () => setForgetting(false),
  })
  return (
    <Card title="In use">
      {in_use ? (
        <div className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium [overflow-wrap:anywhere]">
              {in_use.host}:{in_use.port}
            </span>
            <Badge tone="green">{source === 'environment' ? 'Environment' : 'Saved here'}</Badge>
          </p>
          {in_use.user && <p className="text-quiet">as {in_use.user}</p>}
          <p className="text-quiet [overflow-wrap:anywhere]">
            From {sender.text || "the shop's support address"}
          </p>
        </div>
      ) : (
        <p className="text-sm">
          No mail server. Mails are stored in the{' '}
          <Link to="/admin/mails" className="underline">
            delivery log
          </Link>{' '}
          and not sent.
        </p>
      )}
      {saved.host && (
        <Button
          look="ghost-danger"
          size="small"
          className="mt-3"
          onClick={() => setForgetting(true)}
        >
          Remove the saved server
        </Button>
      )}
      <ConfirmDialog
        open={isForgetting}
        onOpenChange={setForgetting}
        title="Remove the saved mail server?"
        text="Its password and DKIM key are deleted. Without another server mails are stored and not sent."
        confirmLabel="Remove"
        busy={forget.isPending}
        onConfirm={() => forget.mutate()}
      />
    </Card>
  )
}

const reasonOf = (error: unknown) =>
  hasErrorCode(error, 'MAIL_SERVER_REFUSED')
    ? `${error.message} ${error.data.reason}`
    : errorMessage(error)

function ServerForm({ settings }: { settings: MailSettings }) {
  const { saved, version, dkim_record } = settings
  const { has_password, has_dkim_key, is_readable, ...stored } = saved
  const [refusal, setRefusal] = useState<string>()
  const form = useEditForm<MailServerEdit, MailSettings>({
    schema: MailServerEdit,
    values: { ...stored, password: '', dkim_key: '' },
    version,
    save: async (values, seen) => {
      setRefusal(undefined)
      try {
        return await client.mail_settings.save({ ...values, version: seen ?? 0 })
      } catch (error) {
        if (hasErrorCode(error, 'MAIL_SERVER_REFUSED')) setRefusal(reasonOf(error))
        throw error
      }
    },
    success: 'Mail server saved: it accepts our connection',
    refresh: [api.mail_settings.key(), api.insights.key(), api.audit_log.key()],
    fieldOf: { SECRET_NEEDED: 'password', DKIM_KEY_UNUSABLE: 'dkim_key' },
  })
  return (
    <EditFormFrame form={form} label="Mail server" saveLabel="Check and save" isNew>
      <div className="grid gap-4">
        <Card title="Server" text="Your mail provider names these under SMTP or outgoing mail.">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <FormField form={form} name="host" label="Server">
              <Input {...form.register('host')} placeholder="smtp.example.com" autoComplete="off" />
            </FormField>
            <FormField form={form} name="port" label="Port">
              <Input type="number" inputMode="numeric" {...form.register('port', asNumber)} />
            </FormField>
            <FormField form={form} name="user" label="User" optional className="sm:col-span-2">
              <Input {...form.register('user')} autoComplete="off" />
            </FormField>
            <FormField
              form={form}
              name="password"
              label="Password"
              optional
              hint={
                has_password
                  ? 'One is stored. Leave empty to go on using it.'
                  : 'Stored encrypted, and never shown again.'
              }
              className="sm:col-span-2"
            >
              <Input type="password" autoComplete="new-password" {...form.register('password')} />
            </FormField>
            <FormField
              form={form}
              name="sender"
              label="Sender"
              optional
              hint="Such as Petal & Dew <hello@example.com>. Empty: the shop's support address."
              className="sm:col-span-2"
            >
              <Input {...form.register('sender')} autoComplete="off" />
            </FormField>
          </div>
          {refusal && (
            <p role="alert" className="mt-4 flex gap-2 text-danger text-sm">
              <CircleX aria-hidden="true" className="size-4.5 shrink-0" />
              <span className="[overflow-wrap:anywhere]">{refusal}</span>
            </p>
          )}
          <TestRow form={form} />
        </Card>
        <Card
          title="DKIM signature"
          text="Optional. Signs every mail, if your provider does not already do so."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField form={form} name="dkim_domain" label="Domain" optional>
              <Input
                {...form.register('dkim_domain')}
                placeholder="example.com"
                autoComplete="off"
              />
            </FormField>
            <FormField form={form} name="dkim_selector" label="Selector" optional>
              <Input {...form.register('dkim_selector')} placeholder="petal" autoComplete="off" />
            </FormField>
            <FormField
              form={form}
              name="dkim_key"
              label="Private key"
              optional
              hint={
                has_dkim_key
                  ? 'One is stored. Leave empty to go on using it.'
                  : 'In PEM format. Stored encrypted, and never shown again.'
              }
              className="sm:col-span-2"
            >
              <Textarea
                {...form.register('dkim_key')}
                rows={3}
                spellCheck={false}
                className="font-mono text-sm"
              />
            </FormField>
            {dkim_record && (
              <div className="grid gap-1 text-sm sm:col-span-2">
                <p>
                  Publish this TXT record at{' '}
                  <code className="[overflow-wrap:anywhere]">{dkim_record.name}</code>
                </p>
                <code className="rounded-field bg-blush p-3 text-xs [overflow-wrap:anywhere]">
                  {dkim_record.value}
                </code>
              </div>
            )}
          </div>
        </Card>
      </div>
    </EditFormFrame>
  )
}

/** A real mail through what is entered, before it is saved. */
function TestRow({ form }: { form: EditForm<MailServerEdit> }) {
  const [to, setTo] = useState('')
  const test = useAct({
    run: (address: string) =>
      client.mail_settings.test({ server: MailServerEdit.parse(form.getValues()), to: address }),
    refresh: [api.mails.key()],
    onError: () => true,
  })
  const send = async () => {
    if (await form.trigger(undefined, { shouldFocus: true })) test.mutate(to.trim())
  }
  return (
    <div className="mt-5 border-line border-t pt-5">
      <Field label="Test address" hint="Sends a mail through these settings without saving them.">
        <div className="flex flex-wrap gap-2.5 sm:flex-nowrap">
          <Input
            type="email"
            aria-label="Test address"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button
            look="outline"
            className="shrink-0"
            busy={test.isPending}
            onClick={() => void send()}
          >
            Send a test mail
          </Button>
        </div>
      </Field>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {test.data && (
          <p className="flex gap-2 text-leaf">
            <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
            The server took the mail to {test.variables}.
          </p>
        )}
        {test.error && (
          <p className="flex gap-2 text-danger">
            <CircleX aria-hidden="true" className="size-4.5 shrink-0" />
            <span className="[overflow-wrap:anywhere]">{reasonOf(test.error)}</span>
          </p>
        )}
      </div>
    </div>
  )
}
