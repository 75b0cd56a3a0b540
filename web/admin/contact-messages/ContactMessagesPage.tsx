import { useLocation, useNavigate } from '@tanstack/react-router'
import { Reply } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import {
  CONTACT_STATUSES,
  type ContactMessageRow,
  ContactQuery,
  ticketNumber,
} from '#contract/contact-messages.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AdminPage, ShopLink } from '../kit/AdminPage.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { ContactThreadDialog } from './ContactThreadDialog.tsx'
import { STATUS_NAMES, StatusSelect } from './StatusSelect.tsx'

/** The opened message is in the URL (`?message=…`), so that it can be sent to a colleague. */
export function ContactMessagesPage() {
  const list = useList(ContactQuery, (input) => api.contact_messages.list.queryOptions({ input }))
  const [opened, show] = useOpenedMessage()
  // After Reply the focus is in its field; otherwise on the message.
  const isReplying = useRef(false)
  const open = useCallback(
    (id: string | undefined, toReply = false) => {
      isReplying.current = toReply
      show(id)
    },
    [show],
  )
  const columns = useMemo(() => columnsOf(open), [open])
  return (
    <AdminPage help="contactMessages" wide title="Contact Messages">
      <DataTable
        label="messages"
        list={list}
        columns={columns}
        rowName={({ id }) => ticketNumber(id)}
        onOpen={({ id }) => open(id)}
        rowActions={({ id }) => (
          <Button
            look="quiet"
            size="small"
            aria-label={`Reply to ${ticketNumber(id)}`}
            onClick={() => open(id, true)}
          >
            Reply
          </Button>
        )}
        searchLabel="Search name, text or ticket number"
        exportName="contact_messages"
        empty={{
          title: 'No messages yet',
          text: 'What visitors write on the contact page arrives here by itself.',
          action: <ShopLink to="/contact">Open the contact page</ShopLink>,
        }}
        filters={
          <FilterSelect
            list={list}
            name="status"
            label="Status"
            options={CONTACT_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))}
          />
        }
      />
      {opened && (
        <ContactThreadDialog
          key={opened}
          id={opened}
          isReplying={isReplying.current}
          onClose={() => open(undefined)}
        />
      )}
    </AdminPage>
  )
}

function useOpenedMessage() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/contact-messages' })
  const { message } = search as { message?: unknown }
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '.',
        search: (current) => ({ ...current, message: id }),
        resetScroll: false,
      }),
    [navigate],
  )
  return [typeof message === 'string' ? message : undefined, open] as const
}

const columnsOf = (open: (id: string) => void): readonly Column<ContactMessageRow>[] => [
  {
    id: 'from',
    header: 'From',
    phone: 'title',
    cell: ({ id, name, email, status }) => (
      <button
        type="button"
        onClick={() => open(id)}
        aria-label={`Open ${ticketNumber(id)} from ${name}`}
        className="group grid w-full min-w-0 rounded-sm py-1 text-left md:w-52"
      >
        <span
          dir="auto"
          className={`truncate underline decoration-transparent underline-offset-4 group-hover:decoration-line ${status === 'new' ? 'font-semibold' : 'font-medium'}`}
        >
          {name}
        </span>
        <span className="truncate font-normal text-quiet text-xs">{email}</span>
      </button>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    className: 'max-w-0 w-full',
    cell: ({ message, reply_count }) => (
      <span className="flex min-w-0 items-center gap-2">
        {reply_count > 0 && (
          <span className="flex shrink-0 items-center gap-1 text-quiet text-xs tabular-nums">
            <Reply aria-hidden="true" className="size-3.5" />
            {reply_count}
            <span className="sr-only">{reply_count === 1 ? ' reply' : ' replies'}</span>
          </span>
        )}
        <span dir="auto" className="wrap-anywhere line-clamp-2 text-left text-quiet">
          {message}
        </span>
      </span>
    ),
  },
  {
    id: 'ticket',
    header: 'Ticket',
    cell: ({ id }) => (
      <span className="whitespace-nowrap font-mono text-[0.8125rem]">{ticketNumber(id)}</span>
    ),
  },
  {
    id: 'received',
    header: 'Received',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (message) => <StatusSelect message={message} />,
  },
]
