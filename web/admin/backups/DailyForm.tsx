import { BackupSettings } from '#contract/backups.ts'
import { api, client } from '../../lib/api.ts'
import { Checkbox, Input } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

export function DailyForm({ settings, version }: { settings: BackupSettings; version: number }) {
  const form = useEditForm({
    schema: BackupSettings,
    values: settings,
    version,
    save: (values, seen) => client.backups.save({ ...values, version: seen ?? 1 }),
    success: 'Daily backup saved',
    refresh: [api.backups.key(), api.insights.key(), api.audit_log.key()],
  })
  return (
    <Card title="Daily backup" text="Between 3 and 6 at night, in the time zone of the shop.">
      <EditFormFrame form={form} label="Daily backup" className="grid gap-4">
        <Checkbox label="Back up every day" {...form.register('daily')} />
        <FormField
          form={form}
          name="keep"
          label="Number to keep"
          hint="Older ones are deleted. Those that you started stay until you delete them."
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={90}
            {...form.register('keep', asNumber)}
          />
        </FormField>
        <Checkbox
          label="Test every week whether the newest one can be restored"
          {...form.register('test_weekly')}
        />
      </EditFormFrame>
    </Card>
  )
}
