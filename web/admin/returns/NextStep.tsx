import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AdminReturn, ReturnAnswer } from '#contract/returns.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { textLink } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { ArrivalDialog } from './ArrivalDialog.tsx'
import { RefundReturnDialog } from './RefundReturnDialog.tsx'
import { refreshReturns } from './refresh-returns.ts'

type StepProps = { made: AdminReturn }
type Open = 'decline' | 'arrive' | 'refund' | 'close' | null

/** What the desk can do now; nothing for a return that has ended. A dialog stays when a colleague is faster: it says so. */
export function NextStep({ made }: StepProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      {made.status === 'asked' && (
        <Step title="Do you take it back?" text={<ApprovalText />}>
          <ApproveButton made={made} />
          <Button look="outline" onClick={() => setOpen('decline')}>
            Decline
          </Button>
        </Step>
      )}
      {made.status === 'approved' && (
        <Step
          title="Has the parcel arrived?"
          text="Note what is in it, and what can be sold again."
        >
          <Button onClick={() => setOpen('arrive')}>Note what arrived</Button>
          <Button look="outline" onClick={() => setOpen('close')}>
            Close without refund
          </Button>
        </Step>
      )}
      {made.status === 'arrived' && (
        <Step
          title="Give the money back?"
          text={
            made.refundable
              ? 'The customer gets a mail when the money is on its way.'
              : 'Nothing was paid through the shop for this order, or nothing is left of it. Close the return with a sentence about the money.'
          }
        >
          {made.refundable && (
            <IfMay area="refunds">
              <Button onClick={() => setOpen('refund')}>Refund</Button>
            </IfMay>
          )}
          <Button look="outline" onClick={() => setOpen('close')}>
            Close without refund
          </Button>
        </Step>
      )}
      {open === 'decline' && <DeclineDialog made={made} onClose={close} />}
      {open === 'close' && <CloseDialog made={made} onClose={close} />}
      {open === 'arrive' && <ArrivalDialog made={made} onClose={close} />}
      {open === 'refund' && made.refundable && (
        <RefundReturnDialog made={made} refundable={made.refundable} onClose={close} />
      )}
    </>
  )
}

type StepFrameProps = { title: string; text: ReactNode; children: ReactNode }

function Step({ title, text, children }: StepFrameProps) {
  return (
    <Card title={title} text={text}>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </Card>
  )
}

/** What the customer will read, before it is sent. */
function ApprovalText() {
  const { data } = useQuery(api.returns.settings.queryOptions())
  if (!data) return 'The customer gets your answer by mail.'
  return (
    <>
      {data.instructions
        ? 'When you approve it, the customer reads how to send it. '
        : 'The customer gets your answer by mail. You have not written yet where to send it. '}
      <IfMay area="settings">
        <Link to="/admin/returns" search={{ tab: 'settings' }} className={textLink}>
          {data.instructions ? 'See what you say' : 'Write it in the settings'}
        </Link>
      </IfMay>
    </>
  )
}

function ApproveButton({ made: { id, version } }: StepProps) {
  const approve = useAdminMutation({
    run: client.returns.approve,
    success: 'Return approved',
    refresh: refreshReturns,
    refreshOnError: true,
    onError: (error) => {
      if (!hasErrorCode(error, 'CHANGED_MEANWHILE')) return false
      toast.error('Error', 'Somebody else was faster. This is how it stands now.')
      return true
    },
  })
  return (
    <Button busy={approve.isPending} onClick={() => approve.mutate({ id, version })}>
      Approve
    </Button>
  )
}

type StepDialogProps = StepProps & { onClose: () => void }

function DeclineDialog({ made, onClose }: StepDialogProps) {
  return (
    <AnswerDialog
      made={made}
      onClose={onClose}
      title="Decline this return?"
      label="Why you do not take it back"
      saveLabel="Decline"
      success="Return declined"
      send={client.returns.decline}
    />
  )
}

function CloseDialog({ made, onClose }: StepDialogProps) {
  return (
    <AnswerDialog
      made={made}
      onClose={onClose}
      title="Close without refund?"
      label="Why there is no refund"
      saveLabel="Close return"
      success="Return closed"
      send={client.returns.close}
    />
  )
}

type AnswerDialogProps = StepDialogProps & {
  title: string
  label: string
  saveLabel: string
  success: string
  send: (input: { id: string; version: number; answer: string }) => Promise<AdminReturn>
}

/** A sentence to the customer, who gets it by mail. */
function AnswerDialog(props: AnswerDialogProps) {
  const { made, onClose, title, label, saveLabel, success, send } = props
  const { id, version } = made
  const form = useEditForm({
    schema: ReturnAnswer,
    values: { answer: '' },
    version,
    save: ({ answer }, seen = version) => send({ id, version: seen, answer }),
    success,
    refresh: refreshReturns,
    onSaved: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="The customer gets your sentence by mail and sees it on the page of the order."
    >
      <EditFormFrame form={form} label={title} saveLabel={saveLabel} inDialog onCancel={onClose}>
        <FormField form={form} name="answer" label={label}>
          <Textarea {...form.register('answer')} autoFocus rows={4} />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}
