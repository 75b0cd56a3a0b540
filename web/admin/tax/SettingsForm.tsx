import { useQuery } from '@tanstack/react-query'
import { type TaxSettings, TaxSettingsEdit } from '#contract/tax.ts'
import { api, client } from '../../lib/api.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { EditFormFrame, useEditForm } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Whether the shop takes tax, and whether its prices contain it. */
export function TaxSettingsCard() {
  const settings = useQuery(api.tax.settings.queryOptions())
  return (
    <WhenLoaded
      query={settings}
      failure="Failed to load the tax settings"
      placeholder={<Skeleton className="h-40" />}
    >
      {(data) => <SettingsForm settings={data} />}
    </WhenLoaded>
  )
}

function SettingsForm({ settings }: { settings: TaxSettings }) {
  const { enabled, prices_include_tax, version } = settings
  const form = useEditForm<TaxSettingsEdit, TaxSettings>({
    schema: TaxSettingsEdit,
    values: { enabled, prices_include_tax },
    version,
    save: (values, seen = version) => client.tax.save_settings({ ...values, version: seen }),
    success: 'Tax settings saved successfully',
    refresh: [api.tax.key(), api.shipping.key(), api.audit_log.key()],
  })
  const choose = (name: keyof TaxSettingsEdit) => ({
    value: String(form.watch(name)),
    onChange: ({ target }: { target: { value: string } }) =>
      form.setValue(name, target.value === 'true', { shouldDirty: true }),
  })
  return (
    <EditFormFrame form={form} label="Tax settings">
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Sales tax"
            hint={
              form.watch('enabled')
                ? 'Orders to places with rates are taxed. Shoppers choose country and state from lists.'
                : 'No order is taxed. You can enter rates first and switch it on later.'
            }
          >
            <Select {...choose('enabled')}>
              <option value="false">Off</option>
              <option value="true">By place, with the rates below</option>
            </Select>
          </Field>
          <Field
            label="Prices"
            hint={
              form.watch('prices_include_tax')
                ? 'As with VAT: the total stays, and the tax in it is named.'
                : 'As in the United States: the tax is added at checkout.'
            }
          >
            <Select {...choose('prices_include_tax')}>
              <option value="false">Tax is added to them</option>
              <option value="true">Tax is included in them</option>
            </Select>
          </Field>
        </div>
      </Card>
    </EditFormFrame>
  )
}
