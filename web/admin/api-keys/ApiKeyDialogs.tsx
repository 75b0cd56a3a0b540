import { useState } from 'react'
import { type ApiKey, ApiKeyEdit, KEY_LIMITS } from '#contract/api-keys.ts'
import { KEY_AREAS, type KeyArea, type KeyRight, type KeyScope } from '#contract/key-scopes.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import type { List } from '../kit/list.ts'
import { AREAS, KEY_AREA_LIST } from './area-names.ts'

const NEW_KEY: ApiKeyEdit = { name: '', scopes: [], calls_per_minute: 300 }
const refresh = [api.api_keys.key()]

/** Two steps: what the key may do, and its secret, which is shown this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useEditForm({
    schema: ApiKeyEdit,
    values: NEW_KEY,
    save: (values) => client.api_keys.create(values),
    success: 'The key is ready',
    failure: 'Not created',
    refresh,
    onSaved: (created) => setSecret(created.secret),
  })
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New key"
      description="Give it what the program needs, and nothing more."
    >
      <EditFormFrame
        form={form}
        label="Key"
        saveLabel="Create"
        inDialog
        onCancel={onClose}
        className="grid gap-5"
      >
        <KeyFields form={form} />
      </EditFormFrame>
    </Dialog>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Copy the key now"
      description="It is shown this once. The shop stores only a fingerprint of it."
      footer={<Button onClick={onClose}>I have copied it</Button>}
    >
      <CopyLine
        label="Key"
        hint="The program sends it with each call, as Authorization: Bearer and the key."
        value={secret}
      />
    </Dialog>
  )
}

type EditKeyDialogProps = { id: string; list: List<ApiKey>; onClose: () => void }

/** The key as the list shows it now, so that somebody else's change arrives here, too. */
export function EditKeyDialog({ id, list, onClose }: EditKeyDialogProps) {
  const key = list.data?.items.find((one) => one.id === id)
  return key ? <EditKeyForm apiKey={key} onClose={onClose} /> : null
}

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, scopes, calls_per_minute, version } = apiKey
  const form = useEditForm({
    schema: ApiKeyEdit,
    values: { name, scopes, calls_per_minute },
    version,
    save: (values, seen) => client.api_keys.update({ ...values, id, version: seen ?? version }),
    success: 'The key is changed',
    failure: 'Not changed',
    refresh,
    onSaved: onClose,
    reload: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change ${name}`}
      description="It counts at once. The key itself stays the same."
    >
      <EditFormFrame form={form} label="Key" inDialog onCancel={onClose} className="grid gap-5">
        <KeyFields form={form} />
      </EditFormFrame>
    </Dialog>
  )
}

function KeyFields({ form }: { form: EditForm<ApiKeyEdit> }) {
  const scopes = form.watch('scopes')
  const choose = (area: KeyArea, right: string) => {
    const others = scopes.filter((scope) => !scope.startsWith(`${area}:`))
    const chosen = right === '' ? others : [...others, `${area}:${right}` as KeyScope]
    form.setValue('scopes', chosen, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  const problem = form.formState.errors.scopes?.message
  return (
    <>
      <FormField form={form} name="name" label="Name" hint="Changes are recorded under it.">
        <Input {...form.register('name')} autoFocus maxLength={60} autoComplete="off" />
      </FormField>
      <fieldset>
        <legend className="mb-2 font-medium text-sm">What it may do</legend>
        <ul className="divide-y divide-line rounded-field border border-line bg-paper">
          {KEY_AREA_LIST.map((area) => (
            <AreaRow
              key={area}
              area={area}
              value={rightOf(scopes, area)}
              onChoose={(right) => choose(area, right)}
            />
          ))}
        </ul>
        {problem && (
          <p role="alert" className="mt-1.5 font-medium text-danger text-sm">
            {problem}
          </p>
        )}
      </fieldset>
      <FormField
        form={form}
        name="calls_per_minute"
        label="Calls in a minute"
        hint="More are refused until the minute is over."
      >
        <Select {...form.register('calls_per_minute', asNumber)}>
          {KEY_LIMITS.map((limit) => (
            <option key={limit} value={limit}>
              {limit}
            </option>
          ))}
        </Select>
      </FormField>
    </>
  )
}

const rightOf = (scopes: readonly KeyScope[], area: KeyArea): KeyRight | '' => {
  if (scopes.includes(`${area}:write`)) return 'write'
  return scopes.includes(`${area}:read`) ? 'read' : ''
}

const RIGHT_NAMES = { read: 'Read', write: 'Read and change' }

type AreaRowProps = { area: KeyArea; value: string; onChoose: (right: string) => void }

function AreaRow({ area, value, onChoose }: AreaRowProps) {
  const { name, text } = AREAS[area]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-3.5 py-2">
      <span className="grid min-w-40 flex-1">
        <span className="font-medium text-sm">{name}</span>
        <span className="text-quiet text-sm">{text}</span>
      </span>
      <Select
        aria-label={name}
        className="w-44 max-sm:w-full"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">No</option>
        {KEY_AREAS[area].map((right) => (
          <option key={right} value={right}>
            {area === 'refunds' ? 'Yes' : RIGHT_NAMES[right]}
          </option>
        ))}
      </Select>
    </li>
  )
}
