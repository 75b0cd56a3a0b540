import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { MailServerEdit, type MailSettings } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'

const reasonOf = (error: unknown) =>
  hasErrorCode(error, 'MAIL_SERVER_REFUSED')
    ? `${error.message} ${error.data.reason}`
    : errorMessage(error)

export function ServerForm({ settings }: { settings: MailSettings }) {
  const { saved, version } = settings
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
        <DkimCard form={form} settings={settings} />
      </div>
    </EditFormFrame>
  )
}

type DkimCardProps = { form: EditForm<MailServerEdit>; settings: MailSettings }

function DkimCard({ form, settings: { saved, dkim_record } }: DkimCardProps) {
  return (
    <Card
      title="DKIM signature"
      text="Optional. Signs every mail, if your provider does not already do so."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="dkim_domain" label="Domain" optional>
          <Input {...form.register('dkim_domain')} placeholder="example.com" autoComplete="off" />
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
            saved.has_dkim_key
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
  )
}

/** A real mail through what is entered, before it is saved. */
function TestRow({ form }: { form: EditForm<MailServerEdit> }) {
  const [to, setTo] = useState('')
  const test = useAdminMutation({
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
          <Input type="email" value={to} onChange={({ target }) => setTo(target.value)} />
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
