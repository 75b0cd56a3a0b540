import { Ellipsis, LogOut, ShieldCheck, UserMinus, UserPlus, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { PeopleQuery, type Person } from '#contract/people.ts'
import { ROLE_NAMES, ROLES } from '#contract/rights.ts'
import { api, client } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog, PersonDialog } from './RightsDialogs.tsx'

type Chosen = { person: Person; act: 'change' | 'sign-out' | 'remove' }

/** Who works in the back office, with which rights. */
export function PeoplePage() {
  const list = useList(PeopleQuery, (input) => api.people.list.queryOptions({ input }))
  const { profile } = useSession()
  const [isInviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => setChosen(null)
  return (
    <AdminPage
      help="people"
      wide
      title="People"
      actions={
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" className="size-4" />
          Invite a colleague
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Invitations />
        <DataTable
          label="people"
          list={list}
          columns={columnsFor(profile?.id)}
          rowName={nameOf}
          searchLabel="Search by name or address"
          empty={{ title: 'Nobody works here yet' }}
          filters={
            <FilterSelect
              list={list}
              name="role"
              label="Role"
              options={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
            />
          }
          rowActions={(person) => (
            <PersonMenu person={person} onChoose={(act) => setChosen({ person, act })} />
          )}
        />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {chosen?.act === 'change' && (
        <PersonDialog id={chosen.person.id} list={list} onClose={close} />
      )}
      {chosen?.act === 'sign-out' && <SignOutDialog person={chosen.person} onClose={close} />}
      {chosen?.act === 'remove' && <RemoveDialog person={chosen.person} onClose={close} />}
    </AdminPage>
  )
}

const nameOf = ({ full_name, email }: Person) => full_name || email

const columnsFor = (own_id: string | undefined): readonly Column<Person>[] => [
  {
    id: 'full_name',
    header: 'Name',
    sort: 'full_name',
    phone: 'title',
    className: 'min-w-52',
    cell: (person) => (
      <span className="grid gap-0.5 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{nameOf(person)}</bdi>
          {person.id === own_id && <Badge>You</Badge>}
        </span>
        <span className="font-normal text-quiet text-xs">{person.email}</span>
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'rose' : 'blue'}>{ROLE_NAMES[role]}</Badge>,
  },
  {
    id: 'two_factor',
    header: 'Two-step sign-in',
    cell: ({ two_factor_enabled, two_factor_required }) => {
      if (two_factor_enabled) {
        return (
          <span className="inline-flex items-center gap-1.5 text-leaf">
            <ShieldCheck aria-hidden="true" className="size-4" />
            On
          </span>
        )
      }
      return two_factor_required ? <Badge tone="yellow">Required, not set up</Badge> : 'Off'
    },
  },
  {
    id: 'last_seen_at',
    header: 'Signed in',
    className: 'whitespace-nowrap',
    cell: ({ sessions, last_seen_at }) =>
      last_seen_at ? (
        <span className="grid gap-0.5">
          {sessions === 1 ? '1 browser' : `${sessions} browsers`}
          <span className="text-quiet text-xs">
            Last <LocalTime iso={last_seen_at} withTime />
          </span>
        </span>
      ) : (
        <span className="text-quiet">Nowhere</span>
      ),
  },
  {
    id: 'created_at',
    header: 'Since',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} />,
  },
]

function PersonMenu({
  person,
  onChoose,
}: {
  person: Person
  onChoose: (act: Chosen['act']) => void
}) {
  return (
    <Menu
      trigger={
        <Button look="ghost" size="icon" aria-label={`Actions for ${nameOf(person)}`}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onChoose('change')}>
        <UserRoundPen aria-hidden="true" />
        Change role
      </MenuItem>
      <MenuItem disabled={person.sessions === 0} onSelect={() => onChoose('sign-out')}>
        <LogOut aria-hidden="true" />
        Sign out everywhere
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onChoose('remove')}>
        <UserMinus aria-hidden="true" />
        Remove from the team
      </MenuItem>
    </Menu>
  )
}

type PersonDialogProps = { person: Person; onClose: () => void }

const refresh = [api.people.key()]

function SignOutDialog({ person, onClose }: PersonDialogProps) {
  const end = useAdminMutation({
    run: client.people.end_sessions,
    success: `${nameOf(person)} is signed out`,
    refresh,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Sign out ${nameOf(person)}?`}
      text="In every browser, at once. What they have typed and not saved may be lost. They can sign in again with their password. Your own browser stays signed in."
      confirmLabel="Sign out"
      busy={end.isPending}
      onConfirm={() => end.mutate({ id: person.id })}
    />
  )
}

function RemoveDialog({ person, onClose }: PersonDialogProps) {
  const remove = useAdminMutation({
    run: client.people.remove,
    success: `${nameOf(person)} is no longer in the team`,
    failure: 'Not removed',
    refresh,
    refreshOnError: true,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${nameOf(person)} from the team?`}
      text="The back office closes for them at once. The account stays, as that of a customer, and so does what they did, in the list of changes."
      confirmLabel="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: person.id })}
    />
  )
}
