import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MailSettings } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { Warning } from '../kit/figures.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { ServerForm } from './ServerForm.tsx'

/** Where the shop's mail leaves. A change is in use at once, in every process. */
export function MailServerPage() {
  const settings = useQuery(api.mail_settings.get.queryOptions())
  return (
    <AdminPage
      help="mailServer"
      title="Mail Server"
      actions={
        <Link
          to="/admin/email-templates"
          className={buttonStyle({ look: 'outline', size: 'narrow' })}
        >
          Email Templates
        </Link>
      }
    >
      <WhenLoaded query={settings} failure="Failed to load the mail server">
        {(data) => (
          <>
            <Warnings settings={data} />
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
      </WhenLoaded>
    </AdminPage>
  )
}

function Warnings({ settings: { source, saved, sender } }: { settings: MailSettings }) {
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
  const forget = useAdminMutation({
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
