import { CalendarClock, Pause, Play, Square } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { CampaignCounts, CampaignDetails, CampaignStatus } from '#contract/campaigns.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

/** What can be done with a campaign of each status. */
const ACTIONS: Record<CampaignStatus, readonly ('pause' | 'resume' | 'schedule' | 'stop')[]> = {
  scheduled: ['schedule', 'resume', 'stop'],
  late: ['resume', 'schedule', 'stop'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  finished: [],
}

export function CampaignActions({ campaign }: { campaign: CampaignDetails }) {
  const { id, status, counts } = campaign
  const [open, setOpen] = useState<'stop' | 'schedule' | null>(null)
  const close = () => setOpen(null)
  const after = {
    failure: 'Error',
    refresh: [api.campaigns.key(), api.audit_log.key()],
    refreshOnError: true,
    onSuccess: close,
  }
  const pause = useAdminMutation({
    run: client.campaigns.pause,
    success: 'Campaign paused',
    ...after,
  })
  const resume = useAdminMutation({
    run: client.campaigns.resume,
    success: status === 'paused' ? 'Campaign resumed' : 'Campaign started',
    ...after,
  })
  const stop = useAdminMutation({
    run: client.campaigns.stop,
    success: 'Campaign stopped',
    ...after,
  })
  const can = (action: (typeof ACTIONS)[CampaignStatus][number]) => ACTIONS[status].includes(action)
  return (
    <>
      {can('schedule') && (
        <Button look="outline" size="narrow" onClick={() => setOpen('schedule')}>
          <CalendarClock aria-hidden="true" className="size-4" />
          Another time
        </Button>
      )}
      {can('stop') && (
        <Button look="outline" size="narrow" onClick={() => setOpen('stop')}>
          <Square aria-hidden="true" className="size-4" />
          Stop
        </Button>
      )}
      {can('pause') && (
        <Button size="narrow" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
          <Pause aria-hidden="true" className="size-4" />
          Pause
        </Button>
      )}
      {can('resume') && (
        <Button size="narrow" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
          <Play aria-hidden="true" className="size-4" />
          {status === 'paused' ? 'Resume' : 'Send now'}
        </Button>
      )}
      <ConfirmDialog
        open={open === 'stop'}
        onOpenChange={close}
        title="Stop this campaign?"
        text={`${counts.waiting + counts.queued} of its recipients have got nothing yet and will get nothing. It cannot be started again.`}
        confirmLabel="Stop"
        busy={stop.isPending}
        onConfirm={() => stop.mutate({ id })}
      />
      {open === 'schedule' && <ScheduleDialog id={id} onClose={close} />}
    </>
  )
}

function ScheduleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [time, setTime] = useState('')
  const schedule = useAdminMutation({
    run: client.campaigns.schedule,
    success: 'Campaign scheduled',
    refresh: [api.campaigns.key(), api.audit_log.key()],
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (time) schedule.mutate({ id, send_at: new Date(time).toISOString() })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Another time">
      <Form label="Another time" className="grid gap-4" onSubmit={submit}>
        <Field label="Send at">
          <Input
            type="datetime-local"
            required
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </Field>
        <div className="flex justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={schedule.isPending}>
            Schedule
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** What is final of those who are to get it: sent, then failed. */
export function ProgressBar({ counts }: { counts: CampaignCounts }) {
  const total = Math.max(1, counts.total - counts.left_out)
  const percent = (count: number) => `${(count / total) * 100}%`
  return (
    <span className="relative flex h-1.5 overflow-hidden rounded-full bg-blush">
      <progress
        aria-label="Sent"
        max={total}
        value={counts.sent + counts.failed}
        className="sr-only"
      />
      <span className="bg-leaf transition-[width]" style={{ width: percent(counts.sent) }} />
      <span className="bg-danger transition-[width]" style={{ width: percent(counts.failed) }} />
    </span>
  )
}
