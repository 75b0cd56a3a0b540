import { useState } from 'react'
import { WEBHOOK_EVENTS } from '#contract/webhook-events.ts'
import { type Webhook, WebhookEdit } from '#contract/webhooks.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Input } from '../../ui/Field.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import { type EditForm, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { EVENT_NAMES } from './event-names.ts'

const NEW_WEBHOOK: WebhookEdit = { url: '', events: ['order.paid'], active: true }

type WebhookDialogProps = {
  /** Undefined for a new one. */
  webhook?: Webhook
  onClose: () => void
}

/** A new webhook shows its signing secret once, after it is saved. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const { url, events, active } = webhook ?? NEW_WEBHOOK
  const form = useEditForm({
    schema: WebhookEdit,
    values: { url, events, active },
    version: webhook?.version,
    save: async (values, seen) => {
      if (!webhook) return client.webhooks.create(values)
      const version = seen ?? webhook.version
      await client.webhooks.update({ ...values, id: webhook.id, version })
      return { secret: null }
    },
    success: webhook ? 'The webhook is changed' : 'The webhook is ready',
    failure: 'Not saved',
    refresh: [api.webhooks.key()],
    fieldOf: { ADDRESS_NOT_PUBLIC: 'url' },
    onSaved: (saved) => (saved.secret ? setSecret(saved.secret) : onClose()),
    reload: onClose,
  })
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={webhook ? 'Change the webhook' : 'New webhook'}
      description="The program that you connect says which address it wants to be called at."
    >
      <EditFormFrame
        form={form}
        label="Webhook"
        saveLabel={webhook ? 'Save' : 'Create'}
        inDialog
        onCancel={onClose}
        className="grid gap-5"
      >
        <WebhookFields form={form} />
      </EditFormFrame>
    </Dialog>
  )
}

function WebhookFields({ form }: { form: EditForm<WebhookEdit> }) {
  const problem = form.formState.errors.events?.message
  return (
    <>
      <FormField form={form} name="url" label="Address">
        <Input
          {...form.register('url')}
          type="url"
          autoFocus
          autoComplete="off"
          placeholder="https://"
        />
      </FormField>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Call it when</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={
              <>
                {EVENT_NAMES[event]} <code className="text-quiet text-xs">{event}</code>
              </>
            }
            {...form.register('events')}
          />
        ))}
        {problem && (
          <p role="alert" className="font-medium text-danger text-sm">
            {problem}
          </p>
        )}
      </fieldset>
      <Checkbox label="Switched on" {...form.register('active')} />
    </>
  )
}

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Copy the signing secret now"
      description="It is shown this once. Enter it in the program that is called, which checks with it that a call is yours."
      footer={<Button onClick={onClose}>I have copied it</Button>}
    >
      <CopyLine label="Signing secret" value={secret} />
    </Dialog>
  )
}
