import { COUNTRY_CODES, STATES } from '#contract/places.ts'
import { type TaxRate, TaxRateEdit } from '#contract/tax.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Input, Select } from '../../ui/Field.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { placeName } from '../kit/place-names.ts'

type RateDialogProps = {
  /** Null: a new one. */
  rate: TaxRate | null
  onClose: () => void
}

const NEW = {
  country: 'US',
  state: '',
  zip: '',
  name: '',
  rate: null,
  shipping_taxed: false,
  // Empty until the admin enters it; the schema refuses that.
} as unknown as TaxRateEdit

const COUNTRIES = COUNTRY_CODES.toSorted((one, other) =>
  placeName(one).localeCompare(placeName(other), 'en'),
)

export function RateDialog({ rate, onClose }: RateDialogProps) {
  const form = useEditForm<TaxRateEdit, TaxRate>({
    schema: TaxRateEdit,
    values: rate ? editable(rate) : NEW,
    version: rate?.version,
    save: (values, version) =>
      rate && version !== undefined
        ? client.tax.update({ ...values, id: rate.id, version })
        : client.tax.create(values),
    success: `Rate ${rate ? 'updated' : 'created'} successfully`,
    refresh: [api.tax.key(), api.audit_log.key()],
    fieldOf: { TAX_RATE_EXISTS: 'name', TOO_MANY_RATES: 'name' },
    onSaved: onClose,
    reload: onClose,
  })
  const states = Object.entries(STATES[form.watch('country')] ?? {})
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rate ? 'Edit rate' : 'New rate'}
      description="All rates that match an address add up: of its country, state, county and city."
    >
      <EditFormFrame form={form} label="Rate" inDialog onCancel={onClose} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="country" label="Country">
            <Select
              value={form.watch('country')}
              onChange={({ target }) => {
                form.setValue('country', target.value, { shouldDirty: true })
                form.setValue('state', '', { shouldDirty: true })
              }}
            >
              {COUNTRIES.map((code) => (
                <option key={code} value={code}>
                  {placeName(code)}
                </option>
              ))}
            </Select>
          </FormField>
          {states.length > 0 && (
            <FormField form={form} name="state" label="State">
              <Select {...form.register('state')} value={form.watch('state')}>
                <option value="">The whole country</option>
                {states.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            </FormField>
          )}
        </div>
        <FormField
          form={form}
          name="zip"
          label="ZIP code"
          optional
          hint="A code, or its beginning such as 100*. Empty: everywhere there."
        >
          <Input {...form.register('zip')} autoComplete="off" maxLength={13} />
        </FormField>
        <FormField form={form} name="name" label="Name" hint="Shoppers read it, such as City Tax.">
          <Input {...form.register('name')} autoComplete="off" maxLength={60} />
        </FormField>
        <FormField form={form} name="rate" label="Rate (%)">
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step={0.0001}
            {...form.register('rate', asNumber)}
          />
        </FormField>
        <Checkbox label="Shipping is taxed too" {...form.register('shipping_taxed')} />
      </EditFormFrame>
    </Dialog>
  )
}

const editable = ({ country, state, zip, name, rate, shipping_taxed }: TaxRate): TaxRateEdit => ({
  country,
  state,
  zip,
  name,
  rate,
  shipping_taxed,
})
