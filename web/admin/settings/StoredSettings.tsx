import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { EditableSetting } from '#contract/edit-settings.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { ConflictDialog } from '../kit/ConflictDialog.tsx'
import { LeaveGuard, useSaveKey } from '../kit/unsaved-changes.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { type SettingsForm, useSettingsForm } from './settings-form.ts'

type StoredSettingsProps = { label: string; children: (form: SettingsForm) => ReactNode }

/** The settings of the shop as they are stored, in a form that saves what changed. */
export function StoredSettings(props: StoredSettingsProps) {
  const settings = useQuery(api.site_settings.editable.queryOptions())
  return (
    <WhenLoaded query={settings} failure="Failed to load settings">
      {(stored) => <FormOf stored={stored} {...props} />}
    </WhenLoaded>
  )
}

type FormOfProps = StoredSettingsProps & { stored: readonly EditableSetting[] }

function FormOf({ stored, label, children }: FormOfProps) {
  const form = useSettingsForm(stored)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Form label={label} onSubmit={submit} className="grid gap-5">
      {children(form)}
      <SaveBar form={form} />
    </Form>
  )
}

/** Below the fields, once something changed. */
function SaveBar({ form }: { form: SettingsForm }) {
  const { changed, isSaving } = form
  useSaveKey(isSaving || form.isUploading ? undefined : () => form.save())
  return (
    <>
      <div
        hidden={changed.length === 0}
        className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2.5 border-line border-t bg-ground/95 py-3 backdrop-blur"
      >
        <span className="mr-auto text-quiet text-sm">
          {changed.length} unsaved {changed.length === 1 ? 'change' : 'changes'}
        </span>
        <Button look="outline" onClick={form.discard}>
          Discard
        </Button>
        <Button type="submit" disabled={changed.length === 0} busy={isSaving || form.isUploading}>
          Save
        </Button>
      </div>
      <LeaveGuard isDirty={changed.length > 0} />
      {form.conflict && <ConflictDialog busy={isSaving} conflict={form.conflict} />}
    </>
  )
}
