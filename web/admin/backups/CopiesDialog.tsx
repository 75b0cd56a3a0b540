import { useState } from 'react'
import { type CopySettings, CopySettingsEdit } from '#contract/backup-copies.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import { reasonOf } from './RestoreDialog.tsx'

type CopiesDialogProps = { settings: CopySettings; onClose: () => void }

/** Where copies go. The bucket is tried before anything is stored. */
export function CopiesDialog({ settings, onClose }: CopiesDialogProps) {
  const { has_secret, passphrase_at, shop_bucket, version } = settings
  const { place, endpoint, region, bucket, access_key_id, folder, keep, keep_days } = settings
  const [refusal, setRefusal] = useState<string>()
  const wanted = place === 'off' ? (shop_bucket ? 'shop' : 'other') : place
  const form = useEditForm<CopySettingsEdit, CopySettings>({
    schema: CopySettingsEdit,
    values: {
      place: wanted,
      ...{ endpoint, region, bucket, access_key_id, folder, keep, keep_days },
      secret_access_key: '',
      passphrase: '',
      passphrase_again: '',
    },
    version,
    save: async (values, seen) => {
      setRefusal(undefined)
      try {
        return await client.backup_copies.save({ ...values, version: seen ?? 1 })
      } catch (error) {
        if (hasErrorCode(error, 'BUCKET_REFUSED')) setRefusal(reasonOf(error))
        throw error
      }
    },
    success: 'Copies saved',
    refresh: [api.backup_copies.key(), api.backups.key()],
    fieldOf: { PASSPHRASE_NEEDED: 'passphrase', BUCKET_SECRET_NEEDED: 'secret_access_key' },
    onSaved: onClose,
  })
  const chosen = form.watch('place')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Copies in a bucket"
      description="Any provider of S3 storage will do. Choose another one than that of your server."
    >
      <EditFormFrame
        form={form}
        label="Copies"
        saveLabel="Check and save"
        inDialog
        onCancel={onClose}
      >
        <div className="grid gap-4">
          <FormField form={form} name="place" label="Copy to">
            <Select {...form.register('place')}>
              {shop_bucket && (
                <option value="shop">The bucket of the shop's files ({shop_bucket})</option>
              )}
              <option value="other">{shop_bucket ? 'Another bucket' : 'A bucket'}</option>
              {place !== 'off' && <option value="off">Nowhere: no more copies</option>}
            </Select>
          </FormField>
          {chosen === 'other' && <BucketFields form={form} hasSecret={has_secret} />}
          {chosen !== 'off' && <PassphraseFields form={form} since={passphrase_at} />}
          {chosen !== 'off' && <LimitFields form={form} />}
          {refusal && (
            <p role="alert" className="font-medium text-danger text-sm [overflow-wrap:anywhere]">
              {refusal}
            </p>
          )}
        </div>
      </EditFormFrame>
    </Dialog>
  )
}

type Fields = { form: EditForm<CopySettingsEdit> }

function BucketFields({ form, hasSecret }: Fields & { hasSecret: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        form={form}
        name="endpoint"
        label="Address"
        optional
        hint="Empty for Amazon S3."
        className="sm:col-span-2"
      >
        <Input
          {...form.register('endpoint')}
          placeholder="https://s3.example.com"
          autoComplete="off"
        />
      </FormField>
      <FormField form={form} name="bucket" label="Bucket">
        <Input {...form.register('bucket')} autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField form={form} name="region" label="Region">
        <Input {...form.register('region')} placeholder="eu-central-1" autoComplete="off" />
      </FormField>
      <FormField form={form} name="access_key_id" label="Access key">
        <Input {...form.register('access_key_id')} autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField
        form={form}
        name="secret_access_key"
        label="Secret key"
        hint={hasSecret ? 'One is stored. Leave empty to go on using it.' : 'Stored encrypted.'}
      >
        <Input
          type="password"
          autoComplete="new-password"
          {...form.register('secret_access_key')}
        />
      </FormField>
    </div>
  )
}

function PassphraseFields({ form, since }: Fields & { since: string | null }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="rounded-field bg-blush px-4 py-3 text-sm sm:col-span-2">
        {since
          ? 'A passphrase is in use. Enter another one only to change it: earlier copies still need the earlier one.'
          : 'Write the passphrase down and put it where this machine is not. The shop does not store it: without it nobody can open a copy, not even you.'}
      </p>
      <FormField form={form} name="passphrase" label="Passphrase" optional={since !== null}>
        <Input type="password" autoComplete="new-password" {...form.register('passphrase')} />
      </FormField>
      <FormField
        form={form}
        name="passphrase_again"
        label="Passphrase again"
        optional={since !== null}
      >
        <Input type="password" autoComplete="new-password" {...form.register('passphrase_again')} />
      </FormField>
    </div>
  )
}

function LimitFields({ form }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="keep" label="Number of copies" hint="Older ones are deleted.">
        <Input type="number" inputMode="numeric" min={1} {...form.register('keep', asNumber)} />
      </FormField>
      <FormField
        form={form}
        name="keep_days"
        label="Delete after days"
        hint="The newest copy always stays."
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          {...form.register('keep_days', asNumber)}
        />
      </FormField>
      <FormField form={form} name="folder" label="Folder in the bucket" className="sm:col-span-2">
        <Input {...form.register('folder')} autoComplete="off" spellCheck={false} />
      </FormField>
    </div>
  )
}
