import { Ellipsis, KeyRound, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { EVENT_NAMES } from './event-names.ts'
import { SecretDialog, WebhookDialog } from './WebhookDialog.tsx'

const refresh = [api.webhooks.key()]

type Act = 'change' | 'secret' | 'remove'

/** One address: its events, how its deliveries go, and what can be done with it. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const { id, url, events, active } = webhook
  const test = useAdminMutation({
    run: () => client.webhooks.test({ id }),
    success: 'The test is on its way',
    failure: 'Not sent',
    refresh,
  })
  return (
    <article
      aria-label={url}
      className="grid h-full content-start gap-3 rounded-card border border-line bg-paper p-5"
    >
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <h2 className="font-mono font-normal text-sm tracking-normal [overflow-wrap:anywhere]">
            {url}
          </h2>
          <State webhook={webhook} />
        </div>
        <Menu
          trigger={
            <Button look="ghost" size="icon" aria-label={`Actions for ${url}`}>
              <Ellipsis aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setAct('change')}>
            <Pencil aria-hidden="true" />
            Change
          </MenuItem>
          <MenuItem disabled={!active} onSelect={() => test.mutate()}>
            <Send aria-hidden="true" />
            Send a test
          </MenuItem>
          <MenuItem onSelect={() => setAct('secret')}>
            <KeyRound aria-hidden="true" />
            New signing secret
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => setAct('remove')}>
            <Trash2 aria-hidden="true" />
            Remove
          </MenuItem>
        </Menu>
      </div>
      {webhook.disabled_reason && (
        <SwitchedOff webhook={webhook} onChange={() => setAct('change')} />
      )}
      <p className="text-quiet text-sm">{events.map((event) => EVENT_NAMES[event]).join(' · ')}</p>
      {act === 'change' && <WebhookDialog webhook={webhook} onClose={close} />}
      {act === 'secret' && <RenewDialog webhook={webhook} onClose={close} />}
      {act === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
    </article>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { active, waiting, failing, last_delivered_at } = webhook
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet text-sm">
      {!active && <Badge tone="red">Off</Badge>}
      {active && failing > 0 && <Badge tone="yellow">{`${failing} not delivered yet`}</Badge>}
      {active && failing === 0 && <Badge tone="green">On</Badge>}
      {waiting > failing && <span>{`${waiting - failing} on their way`}</span>}
      {last_delivered_at ? (
        <span>
          Last delivered <LocalTime iso={last_delivered_at} withTime />
        </span>
      ) : (
        <span>Nothing delivered yet</span>
      )}
    </div>
  )
}

function SwitchedOff({ webhook, onChange }: { webhook: Webhook; onChange: () => void }) {
  const { disabled_at, disabled_reason } = webhook
  return (
    <div role="alert" className="flex gap-3 rounded-field bg-danger-tint p-3.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="grid justify-items-start gap-2">
        <p>
          {disabled_reason === 'gone'
            ? 'The shop switched this webhook off, because the receiver answered that the address is gone'
            : 'The shop switched this webhook off, because nothing could be delivered for three days'}
          {disabled_at && (
            <>
              {' '}
              (<LocalTime iso={disabled_at} withTime />)
            </>
          )}
          . What happens now is not sent.
        </p>
        <Button look="outline" size="small" onClick={onChange}>
          Check it and switch it on
        </Button>
      </div>
    </div>
  )
}

type WebhookDialogProps = { webhook: Webhook; onClose: () => void }

function RenewDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const renew = useAdminMutation({
    run: client.webhooks.renew_secret,
    failure: 'No new secret',
    refresh,
    onSuccess: (renewed) => setSecret(renewed.secret),
  })
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Create a new signing secret?"
      text="From then on every call is signed with the new one, and the receiver refuses them until it knows it."
      confirmLabel="Create"
      busy={renew.isPending}
      onConfirm={() => renew.mutate({ id: webhook.id })}
    />
  )
}

function RemoveDialog({ webhook, onClose }: WebhookDialogProps) {
  const remove = useAdminMutation({
    run: client.webhooks.remove,
    success: 'The webhook is removed',
    failure: 'Not removed',
    refresh,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove this webhook?"
      text={`${webhook.url} is called no longer. Its deliveries go, too.`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: webhook.id })}
    />
  )
}
