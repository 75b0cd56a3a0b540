import type { UseFormRegisterReturn } from 'react-hook-form'
import { InvitationEdit, type Person, PersonEdit } from '#contract/people.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contract/rights.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Input } from '../../ui/Field.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import type { List } from '../kit/list.ts'

const ROLE_TEXTS: Record<Role, string> = {
  admin: 'Everything, people and payment included.',
  manager: 'Everything but people, payment credentials and backups.',
  fulfilment: 'Orders and stock. No refunds, no prices.',
  support: 'Chat, contact messages and reviews. Reads customers and their orders.',
  content: 'Pages, banner, stories and the words of mails.',
}

type RightsFieldsProps = { role: UseFormRegisterReturn; twoFactor: UseFormRegisterReturn }

/** One choice for each role, with what it may do. */
function RightsFields({ role: field, twoFactor }: RightsFieldsProps) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm">Role</legend>
        {ROLES.map((role) => (
          <label
            key={role}
            className="flex cursor-pointer items-start gap-3 rounded-field border border-line bg-paper px-3.5 py-2.5 has-checked:border-rose has-checked:bg-blush/50"
          >
            <input
              type="radio"
              value={role}
              {...field}
              className="mt-1 size-4 shrink-0 accent-rose"
            />
            <span className="grid">
              <span className="font-medium text-sm">{ROLE_NAMES[role]}</span>
              <span className="text-quiet text-sm">{ROLE_TEXTS[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Checkbox label="Require two-step sign-in before the back office opens" {...twoFactor} />
    </>
  )
}

const refresh = [api.people.key()]

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useEditForm({
    schema: InvitationEdit,
    values: { email: '', role: 'fulfilment', two_factor_required: false } as InvitationEdit,
    save: (values) => client.people.invite(values),
    success: 'The invitation is on its way',
    failure: 'Not invited',
    refresh,
    fieldOf: { ALREADY_IN_TEAM: 'email', ALREADY_INVITED: 'email' },
    onSaved: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite a colleague"
      description="They get a link by mail. It works once and for a day."
    >
      <EditFormFrame
        form={form}
        label="Invitation"
        saveLabel="Send the invitation"
        inDialog
        onCancel={onClose}
        className="grid gap-5"
      >
        <FormField form={form} name="email" label="Email">
          <Input {...form.register('email')} type="email" autoFocus autoComplete="off" />
        </FormField>
        <RightsFields
          role={form.register('role')}
          twoFactor={form.register('two_factor_required')}
        />
      </EditFormFrame>
    </Dialog>
  )
}

type PersonDialogProps = { id: string; list: List<Person>; onClose: () => void }

/** The person as the list shows it now, so that somebody else's change arrives here, too. */
export function PersonDialog({ id, list, onClose }: PersonDialogProps) {
  const person = list.data?.items.find((one) => one.id === id)
  return person ? <PersonForm person={person} onClose={onClose} /> : null
}

function PersonForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, full_name, email, role, two_factor_required, version } = person
  const form = useEditForm({
    schema: PersonEdit,
    values: { role, two_factor_required },
    version,
    save: (values, seen) => client.people.change({ ...values, id, version: seen ?? version }),
    success: 'The rights are changed',
    failure: 'Not changed',
    refresh,
    onSaved: onClose,
    reload: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`What ${full_name || email} may do`}
      description="It counts at once: a screen that is no longer theirs closes."
    >
      <EditFormFrame form={form} label="Rights" inDialog onCancel={onClose} className="grid gap-5">
        <RightsFields
          role={form.register('role')}
          twoFactor={form.register('two_factor_required')}
        />
      </EditFormFrame>
    </Dialog>
  )
}
