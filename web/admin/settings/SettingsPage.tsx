import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SettingKey } from '#contract/content.ts'
import { type EditableSetting, settingProblem } from '#contract/edit-content.ts'
import type { ErrorData } from '#contract/errors.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { ConflictDialog } from '../kit/ConflictDialog.tsx'
import { LeaveGuard, useSaveKey } from '../kit/edit-form.tsx'

type Kind = 'text' | 'url' | 'email' | 'tel' | 'lines'
type SettingField = { key: SettingKey; label: string; kind: Kind }

const CARDS: { title: string; fields: SettingField[] }[] = [
  {
    title: 'Social links',
    fields: [
      { key: 'facebook_url', label: 'Facebook', kind: 'url' },
      { key: 'instagram_url', label: 'Instagram', kind: 'url' },
      { key: 'twitter_url', label: 'Twitter', kind: 'url' },
    ],
  },
  {
    title: 'Contact information',
    fields: [
      { key: 'support_email', label: 'Support email', kind: 'email' },
      { key: 'contact_phone', label: 'Phone', kind: 'tel' },
      { key: 'contact_address', label: 'Address', kind: 'text' },
      { key: 'contact_city', label: 'City', kind: 'text' },
      { key: 'business_hours_sun_thu', label: 'Business hours, Sunday to Thursday', kind: 'text' },
      { key: 'business_hours_friday', label: 'Business hours, Friday', kind: 'text' },
      { key: 'business_hours_saturday', label: 'Business hours, Saturday', kind: 'text' },
    ],
  },
  {
    title: 'Site info',
    fields: [
      { key: 'site_title', label: 'Site title', kind: 'text' },
      { key: 'site_description', label: 'Site description', kind: 'lines' },
    ],
  },
]

const KEYS = CARDS.flatMap(({ fields }) => fields.map(({ key }) => key))

export function SettingsPage() {
  const settings = useQuery(api.site_settings.editable.queryOptions())
  return (
    <AdminPage title="Site Settings" text="Name, contact, opening hours and social links.">
      {settings.isPending && <Skeleton className="h-96" />}
      {settings.isError && (
        <FailedState message="Failed to load settings" onRetry={() => settings.refetch()} />
      )}
      {settings.data && <SettingsForm stored={settings.data} />}
    </AdminPage>
  )
}

type Typed = Partial<Record<SettingKey, string>>
type Conflict = ErrorData<'CHANGED_MEANWHILE'> & { key: SettingKey }

function SettingsForm({ stored }: { stored: readonly EditableSetting[] }) {
  const queries = useQueryClient()
  /** What differs from what is stored. */
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<Typed>({})
  const [saved, setSaved] = useState<readonly SettingKey[]>([])
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const changed = KEYS.filter((key) => typed[key] !== undefined)
  const rowOf = (key: SettingKey) => stored.find(({ setting_key }) => setting_key === key)
  const textOf = (key: SettingKey) => typed[key] ?? rowOf(key)?.setting_value ?? ''

  const type = (key: SettingKey, value: string) => {
    const isSame = value === (rowOf(key)?.setting_value ?? '')
    setTyped(({ [key]: _, ...others }) => (isSame ? others : { ...others, [key]: value }))
    setProblems(({ [key]: _, ...others }) => others)
    setSaved((keys) => keys.filter((one) => one !== key))
  }

  /** One row after the other; the first that fails stops. Those before it are saved and marked. */
  async function save(versions: Partial<Record<SettingKey, number>> = {}) {
    const wrong: Typed = Object.fromEntries(
      changed.flatMap((key) =>
        settingProblem(key, textOf(key)) ? [[key, settingProblem(key, textOf(key))]] : [],
      ),
    )
    setProblems(wrong)
    if (changed.length === 0 || Object.keys(wrong).length > 0) return
    setSaving(true)
    setSaved([])
    for (const key of changed) {
      try {
        const version = versions[key] ?? rowOf(key)?.version ?? 0
        await client.site_settings.save({ setting_key: key, setting_value: textOf(key), version })
        await queries.invalidateQueries({ queryKey: api.site_settings.key() })
        setTyped(({ [key]: _, ...others }) => others)
        setSaved((keys) => [...keys, key])
      } catch (error) {
        if (hasErrorCode(error, 'CHANGED_MEANWHILE')) setConflict({ ...error.data, key })
        setProblems({ [key]: errorMessage(error) })
        toast.error(`Failed to update ${key}`, errorMessage(error))
        setSaving(false)
        return
      }
    }
    setSaving(false)
    toast.success('Settings updated successfully')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  useSaveKey(isSaving ? undefined : () => save())

  return (
    <Form label="Site settings" onSubmit={submit} className="grid gap-5">
      {CARDS.map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <SettingInput
                key={field.key}
                field={field}
                value={textOf(field.key)}
                problem={problems[field.key]}
                isSaved={saved.includes(field.key)}
                onType={(value) => type(field.key, value)}
              />
            ))}
          </div>
        </Card>
      ))}
      <Card title="Changes">
        <ChangeHistory type="site_settings" />
      </Card>
      {changed.length > 0 && (
        <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2.5 border-line border-t bg-ground/95 py-3 backdrop-blur">
          <span className="mr-auto text-quiet text-sm">
            {changed.length} unsaved {changed.length === 1 ? 'change' : 'changes'}
          </span>
          <Button
            look="outline"
            onClick={() => {
              setTyped({})
              setProblems({})
            }}
          >
            Discard
          </Button>
          <Button type="submit" busy={isSaving}>
            Save
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={changed.length > 0 && !isSaving} />
      {conflict && (
        <ConflictDialog
          busy={isSaving}
          conflict={{
            ...conflict,
            close: () => setConflict(null),
            useTheirs: () => {
              setConflict(null)
              type(conflict.key, String(rowOf(conflict.key)?.setting_value ?? ''))
              setTyped(({ [conflict.key]: _, ...others }) => others)
              void queries.invalidateQueries({ queryKey: api.site_settings.key() })
            },
            keepMine: () => {
              setConflict(null)
              void save({ [conflict.key]: conflict.version })
            },
          }}
        />
      )}
    </Form>
  )
}

type SettingInputProps = {
  field: SettingField
  value: string
  problem: string | undefined
  isSaved: boolean
  onType: (value: string) => void
}

function SettingInput({ field, value, problem, isSaved, onType }: SettingInputProps) {
  const control = {
    value,
    maxLength: 1000,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  return (
    <Field
      label={
        <>
          {field.label}
          {isSaved && (
            <span className="ml-2 inline-flex items-center gap-1 font-normal text-leaf">
              <CircleCheck aria-hidden="true" className="size-3.5" />
              Saved
            </span>
          )}
        </>
      }
      error={problem}
      className={field.kind === 'lines' ? 'sm:col-span-2' : undefined}
    >
      {field.kind === 'lines' ? (
        <Textarea rows={3} {...control} />
      ) : (
        <Input type={field.kind} {...control} />
      )}
    </Field>
  )
}
