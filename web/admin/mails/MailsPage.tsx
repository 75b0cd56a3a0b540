import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Eye, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAIL_STATUSES, type Mail, MailQuery } from '#contract/mail.ts'
import { RETENTION_DAYS } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { MailFrame } from '../kit/MailFrame.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const STATES: Record<
  Mail['status'],
  { label: string; tone: 'yellow' | 'green' | 'red' | 'blush' }
> = {
  waiting: { label: 'Waiting', tone: 'yellow' },
  sent: { label: 'Sent', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  stored: { label: 'Not sent: no mail server', tone: 'blush' },
}

/** Everything the shop wrote: what left, what waits, and why something did not arrive. */
export function MailsPage() {
  const list = useList(MailQuery, (input) => api.mails.list.queryOptions({ input }))
  const templates = useQuery(api.mail_templates.list.queryOptions())
  const [shown, setShown] = useState<Mail | null>(null)
  const resend = useResend()
  useFollowWaiting(list.data?.items)
  const nameOf = (template: string) =>
    templates.data?.find(({ id }) => id === template)?.name ?? 'Test'
  return (
    <AdminPage
      help="mails"
      wide
      title="Delivery Log"
      actions={
        <>
          <Link
            to="/admin/suppressions"
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            Suppression List
          </Link>
          <Link
            to="/admin/email-templates"
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            Email Templates
          </Link>
        </>
      }
    >
      <DataTable
        label="mails"
        list={list}
        columns={columnsOf(nameOf, setShown)}
        rowName={({ subject, to_address }) => `${subject} to ${to_address}`}
        searchLabel="Search by address or subject"
        empty={{
          title: 'No mails yet',
          text: 'The first order, sign-up or test mail appears here.',
        }}
        filters={
          <>
            <FilterSelect
              list={list}
              name="status"
              label="Status"
              options={MAIL_STATUSES.map((value) => ({ value, label: STATES[value].label }))}
            />
            <FilterSelect
              list={list}
              name="template"
              label="Template"
              options={[
                ...(templates.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                { value: 'test', label: 'Test' },
              ]}
            />
            <Retention />
          </>
        }
        bulkActions={(rows, clear) => (
          <Button
            look="soft"
            size="small"
            busy={resend.isPending}
            onClick={() => resend.mutate(rows, { onSuccess: clear })}
          >
            <RotateCw aria-hidden="true" className="size-4" />
            Send again
          </Button>
        )}
        rowActions={(mail) => (
          <Menu
            trigger={
              <Button look="ghost" size="icon" aria-label={`Actions for ${mail.subject}`}>
                <Ellipsis aria-hidden="true" className="size-4" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setShown(mail)}>
              <Eye aria-hidden="true" />
              Show
            </MenuItem>
            {mail.status !== 'waiting' && (
              <MenuItem onSelect={() => resend.mutate([mail])}>
                <RotateCw aria-hidden="true" />
                {mail.status === 'sent' ? 'Send again' : 'Send now'}
              </MenuItem>
            )}
          </Menu>
        )}
      />
      {shown && <MailDialog mail={shown} onClose={() => setShown(null)} />}
    </AdminPage>
  )
}

/** One after the other; the first refusal is shown and ends it. */
function useResend() {
  return useAdminMutation({
    run: async (mails: Mail[]) => {
      for (const { id } of mails) await client.mails.resend({ id })
    },
    success: (_, { length }) =>
      length === 1 ? 'The mail is on its way' : `${length} mails are on their way`,
    refresh: [api.mails.key()],
  })
}

const REFRESH_MS = 3000

/** A waiting mail is soon sent; until then the list looks again by itself. */
function useFollowWaiting(mails: readonly Mail[] | undefined) {
  const queries = useQueryClient()
  const isAnyWaiting = mails?.some(({ status }) => status === 'waiting') ?? false
  useEffect(() => {
    if (!isAnyWaiting) return
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: api.mails.list.key() }),
      REFRESH_MS,
    )
    return () => clearInterval(timer)
  }, [isAnyWaiting, queries])
}

const columnsOf = (
  nameOf: (template: string) => string,
  show: (mail: Mail) => void,
): readonly Column<Mail>[] => [
  {
    id: 'subject',
    header: 'Mail',
    phone: 'title',
    cell: (mail) => (
      <span className="grid gap-0.5">
        <button
          type="button"
          onClick={() => show(mail)}
          className="line-clamp-2 text-left font-medium underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
        >
          {mail.subject}
        </button>
        <span className="font-normal text-quiet text-xs">{nameOf(mail.template)}</span>
      </span>
    ),
  },
  {
    id: 'to',
    header: 'To',
    sort: 'to_address',
    className: 'min-w-52',
    cell: ({ to_address }) => <span className="[overflow-wrap:anywhere]">{to_address}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, error, attempts }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
        {error && (
          <span className="max-w-80 text-danger text-xs [overflow-wrap:anywhere] md:min-w-64">
            {error}
            {status === 'waiting' && ` (try ${attempts}; the next follows by itself)`}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Time',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at, sent_at }) => <LocalTime iso={sent_at ?? created_at} withTime />,
  },
]

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const text = useQuery(api.mails.get.queryOptions({ input: { id: mail.id } }))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={mail.subject}
      description={`To ${mail.to_address}`}
    >
      <WhenLoaded query={text} failure="Failed to load the mail">
        {(data) => (
          <div className="grid grid-cols-1 gap-4">
            <MailFrame label="The mail" mail={data} />
            {data.attachments.length > 0 && (
              <p className="text-sm">
                <span className="text-quiet">Attached: </span>
                {data.attachments.map(({ filename }) => filename).join(', ')}
              </p>
            )}
          </div>
        )}
      </WhenLoaded>
    </Dialog>
  )
}

const RETENTION_NAMES: Record<(typeof RETENTION_DAYS)[number], string> = {
  30: '30 days',
  90: '90 days',
  365: '1 year',
  1095: '3 years',
}

/** Mails hold names and addresses, so they are not stored for ever. */
function Retention() {
  const { data } = useQuery(api.mail_settings.get.queryOptions())
  const { mutate } = useAdminMutation({
    run: client.mail_settings.set_retention,
    success: 'Older mails are deleted every night',
    refresh: [api.mail_settings.key(), api.audit_log.key()],
  })
  if (!data) return null
  return (
    <label className="flex h-9 items-center gap-2 text-quiet text-sm pointer-coarse:h-11 lg:ml-auto">
      Delete after
      <select
        value={data.retention_days}
        onChange={({ target }) =>
          mutate({ days: Number(target.value) as (typeof RETENTION_DAYS)[number] })
        }
        className="h-full cursor-pointer rounded-field border border-field/60 bg-paper px-2.5 text-ink"
      >
        {RETENTION_DAYS.map((days) => (
          <option key={days} value={days}>
            {RETENTION_NAMES[days]}
          </option>
        ))}
      </select>
    </label>
  )
}
