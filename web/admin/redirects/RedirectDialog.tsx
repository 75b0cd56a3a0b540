import { type Redirect, RedirectEdit } from '#contract/redirects.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

type RedirectDialogProps = { edited: Redirect | { from_path: string }; onClose: () => void }

export function RedirectDialog({ edited, onClose }: RedirectDialogProps) {
  const stored = 'id' in edited ? edited : null
  const form = useEditForm({
    schema: RedirectEdit,
    values: { from_path: edited.from_path, to_path: stored?.to_path ?? '' },
    version: stored?.version,
    save: (values, version) =>
      stored && version !== undefined
        ? client.redirects.update({ ...values, id: stored.id, version })
        : client.redirects.create(values),
    success: stored ? 'Redirect changed' : 'Redirect added',
    refresh: [api.redirects.key()],
    fieldOf: {
      REDIRECT_FROM_UNUSABLE: 'from_path',
      REDIRECT_FROM_PAGE: 'from_path',
      REDIRECT_EXISTS: 'from_path',
      REDIRECT_LEAVES_SHOP: 'to_path',
      REDIRECT_LOOP: 'to_path',
    },
    onSaved: onClose,
  })
  const isOldKnown = edited.from_path !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stored ? 'Change redirect' : 'Add redirect'}
      description="Visitors and search engines who ask for the old address are sent to the new one for good."
    >
      <EditFormFrame
        form={form}
        label="Redirect"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField
          form={form}
          name="from_path"
          label="Old address"
          hint="Such as /products/rose-oil, or the whole address in the old shop."
        >
          <Input
            {...form.register('from_path')}
            autoFocus={!isOldKnown}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
        <FormField
          form={form}
          name="to_path"
          label="New address"
          hint="A page of this shop, such as /products. Copy it from the browser if you like."
        >
          <Input
            {...form.register('to_path')}
            autoFocus={isOldKnown}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}
