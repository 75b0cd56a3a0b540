import { Link } from '@tanstack/react-router'
import { Download, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  SUPPRESSION_REASONS,
  type Suppression,
  SuppressionAdd,
  SuppressionQuery,
  SuppressionRemove,
} from '#contract/mail-suppressions.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Textarea } from '../../ui/Field.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'

const REASONS: Record<Suppression['reason'], { label: string; tone: 'blush' | 'red' | 'yellow' }> =
  {
    unsubscribed: { label: 'Unsubscribed', tone: 'blush' },
    bounced: { label: 'Address does not exist', tone: 'red' },
    blocked: { label: 'Added by the shop', tone: 'yellow' },
  }

/** Who gets no marketing mail, whatever they agreed to before. */
export function SuppressionsPage() {
  const list = useList(SuppressionQuery, (input) =>
    api.mail_suppressions.list.queryOptions({ input }),
  )
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Suppression | null>(null)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Add addresses
    </Button>
  )
  return (
    <AdminPage
      help="suppressions"
      wide
      title="Suppression List"
      actions={
        <>
          <Link to="/admin/mails" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
            Delivery Log
          </Link>
          <a
            href="/api/export/marketing_consents.csv"
            download
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            <Download aria-hidden="true" className="size-4" />
            Export consents
          </a>
          {add}
        </>
      }
    >
      <DataTable
        label="addresses"
        list={list}
        columns={columns}
        rowName={({ email }) => email}
        searchLabel="Search by address"
        exportName="mail_suppressions"
        empty={{
          title: 'Nobody is on this list',
          text: 'People who unsubscribe and addresses that do not exist appear here by themselves.',
          action: add,
        }}
        filters={
          <FilterSelect
            list={list}
            name="reason"
            label="Reason"
            options={SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value].label }))}
          />
        }
        rowActions={(row) => (
          <Button
            look="ghost"
            size="icon"
            aria-label={`Remove ${row.email}`}
            onClick={() => setRemoved(row)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        )}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog suppression={removed} onClose={() => setRemoved(null)} />}
    </AdminPage>
  )
}

const columns: readonly Column<Suppression>[] = [
  {
    id: 'email',
    header: 'Address',
    sort: 'email',
    phone: 'title',
    cell: ({ email }) => <span className="font-medium [overflow-wrap:anywhere]">{email}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason, note }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={REASONS[reason].tone}>{REASONS[reason].label}</Badge>
        {note && (
          <span
            title={note}
            className="line-clamp-3 max-w-96 text-quiet text-xs [overflow-wrap:anywhere]"
          >
            {note}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Since',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
]

function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useEditForm({
    schema: SuppressionAdd,
    values: { emails: '', note: '' },
    save: (values) => client.mail_suppressions.add(values),
    success: 'They get no more marketing mail',
    refresh: [api.mail_suppressions.key()],
    onSaved: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add addresses"
      description="One or many, separated by commas or lines."
    >
      <EditFormFrame
        form={form}
        label="Suppressed addresses"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField form={form} name="emails" label="Addresses">
          <Textarea {...form.register('emails')} autoFocus rows={4} autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="note"
          label="Note"
          optional
          hint="For you and your colleagues."
        >
          <Input {...form.register('note')} maxLength={500} autoComplete="off" />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}

type RemoveDialogProps = { suppression: Suppression; onClose: () => void }

const Removal = SuppressionRemove.pick({ because: true })

function RemoveDialog({ suppression, onClose }: RemoveDialogProps) {
  const form = useEditForm({
    schema: Removal,
    values: { because: '' },
    save: ({ because }) => client.mail_suppressions.remove({ id: suppression.id, because }),
    success: 'The address is off the list',
    refresh: [api.mail_suppressions.key()],
    onSaved: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${suppression.email}?`}
      description="This gives no consent: news and offers come only when the person agrees to them again."
    >
      <EditFormFrame form={form} label="Removal" saveLabel="Remove" inDialog onCancel={onClose}>
        <FormField form={form} name="because" label="Why" hint="It is recorded under Changes.">
          <Input {...form.register('because')} autoFocus maxLength={500} autoComplete="off" />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}
