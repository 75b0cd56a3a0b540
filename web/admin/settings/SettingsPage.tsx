import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, FormEvent } from 'react'
import type { SettingKey } from '#contract/content.ts'
import type { EditableSetting } from '#contract/edit-settings.ts'
import { api } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Field, Form, Input, Select, Textarea } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { ConflictDialog } from '../kit/ConflictDialog.tsx'
import { LeaveGuard, useSaveKey } from '../kit/edit-form.tsx'
import { LookFields } from './LookFields.tsx'
import { MoreSettings } from './MoreSettings.tsx'
import { SavedMark } from './SavedMark.tsx'
import { useSettingsForm } from './settings-form.ts'

type Kind = 'text' | 'url' | 'email' | 'tel' | 'lines' | 'zone'
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
      { key: 'time_zone', label: 'Time zone of the business hours', kind: 'zone' },
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

export function SettingsPage() {
  const settings = useQuery(api.site_settings.editable.queryOptions())
  return (
    <AdminPage
      help="settings"
      title="Site Settings"
      actions={
        <>
          <Link to="/admin/backups" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
            Backups
          </Link>
          <Link
            to="/admin/make-it-mine"
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            Make It Mine
          </Link>
        </>
      }
    >
      {settings.isPending && <Skeleton className="h-96" />}
      {settings.isError && (
        <FailedState message="Failed to load settings" onRetry={() => settings.refetch()} />
      )}
      {settings.data && <SettingsForm stored={settings.data} />}
      <MoreSettings />
    </AdminPage>
  )
}

function SettingsForm({ stored }: { stored: readonly EditableSetting[] }) {
  const form = useSettingsForm(stored)
  const { changed, isSaving } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  useSaveKey(isSaving || form.isUploading ? undefined : () => form.save())

  return (
    <Form label="Site settings" onSubmit={submit} className="grid gap-5">
      {CARDS.map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <SettingInput
                key={field.key}
                field={field}
                value={form.textOf(field.key)}
                problem={form.problems[field.key]}
                isSaved={form.saved.includes(field.key)}
                onType={(value) => form.type(field.key, value)}
              />
            ))}
          </div>
        </Card>
      ))}
      <LookFields form={form} />
      <Card title="Changes">
        <ChangeHistory type="site_settings" />
      </Card>
      {changed.length > 0 && (
        <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2.5 border-line border-t bg-ground/95 py-3 backdrop-blur">
          <span className="mr-auto text-quiet text-sm">
            {changed.length} unsaved {changed.length === 1 ? 'change' : 'changes'}
          </span>
          <Button look="outline" onClick={form.discard}>
            Discard
          </Button>
          <Button type="submit" busy={isSaving || form.isUploading}>
            Save
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={changed.length > 0 && !isSaving} />
      {form.conflict && <ConflictDialog busy={isSaving} conflict={form.conflict} />}
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
          {isSaved && <SavedMark />}
        </>
      }
      error={problem}
      className={field.kind === 'lines' ? 'sm:col-span-2' : undefined}
    >
      {field.kind === 'lines' ? (
        <Textarea rows={3} {...control} />
      ) : field.kind === 'zone' ? (
        <ZoneSelect value={value} onChange={control.onChange} />
      ) : (
        <Input type={field.kind} {...control} />
      )}
    </Field>
  )
}

type ZoneSelectProps = Pick<ComponentProps<'select'>, 'id' | 'onChange'> & { value: string }

function ZoneSelect({ value, ...control }: ZoneSelectProps) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Select value={value} {...control}>
      <option value="">As the server</option>
      {[...new Set(value ? [value, ...zones] : zones)].map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  )
}
