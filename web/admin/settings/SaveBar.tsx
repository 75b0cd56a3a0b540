import { Button } from '../../ui/Button.tsx'
import { ConflictDialog } from '../kit/ConflictDialog.tsx'
import { LeaveGuard, useSaveKey } from '../kit/unsaved-changes.tsx'
import type { SettingsForm } from './settings-form.ts'

/** At the bottom of a form of settings, once something changed. */
export function SaveBar({ form }: { form: SettingsForm }) {
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
