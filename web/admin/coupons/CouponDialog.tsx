import { Wand2 } from 'lucide-react'
import { useState } from 'react'
import { type Coupon, CouponEdit } from '#contract/coupons.ts'
import { api, client } from '../../lib/api.ts'
import { useCurrency } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Field, Input, Select } from '../../ui/Field.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { dayIn, firstMoment, lastMoment, useShopZone } from '../kit/shop-days.ts'

type DiscountType = 'percentage' | 'fixed'

/** Creates a coupon, or changes the given one. */
export function CouponDialog({ coupon, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const [type, setType] = useState<DiscountType>(
    coupon?.discount_amount != null ? 'fixed' : 'percentage',
  )
  const zone = useShopZone()
  const currency = useCurrency()
  const form = useEditForm({
    schema: CouponEdit,
    values: coupon ? editable(coupon) : newCoupon(zone),
    version: coupon?.version,
    save: (values, version) =>
      coupon && version !== undefined
        ? client.coupons.update({ ...values, id: coupon.id, version })
        : client.coupons.create(values),
    success: `Coupon ${coupon ? 'updated' : 'created'} successfully`,
    refresh: [api.coupons.key()],
    fieldOf: { COUPON_CODE_TAKEN: 'code' },
    onSaved: onClose,
    reload: onClose,
  })
  const chooseType = (next: DiscountType) => {
    setType(next)
    // The two fields exclude each other.
    form.setValue(next === 'fixed' ? 'discount_percentage' : 'discount_amount', null, {
      shouldDirty: true,
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={coupon ? 'Edit coupon' : 'New coupon'}
    >
      <EditFormFrame
        form={form}
        label="Coupon"
        inDialog
        onCancel={onClose}
        className="grid gap-4 sm:grid-cols-2"
      >
        <FormField form={form} name="code" label="Code" className="sm:col-span-2">
          <Input
            {...form.register('code')}
            autoFocus
            autoComplete="off"
            className="uppercase"
            maxLength={50}
          />
        </FormField>
        <Button
          look="soft"
          size="small"
          className="-mt-1 justify-self-start sm:col-span-2"
          onClick={() => form.setValue('code', randomCode(), { shouldDirty: true })}
        >
          <Wand2 aria-hidden="true" className="size-4" />
          Generate a code
        </Button>
        <Field label="Discount type">
          <Select value={type} onChange={(event) => chooseType(event.target.value as DiscountType)}>
            <option value="percentage">Percentage</option>
            <option value="fixed">Fixed amount</option>
          </Select>
        </Field>
        {type === 'percentage' ? (
          <FormField form={form} name="discount_percentage" label="Discount value (%)">
            <Input
              key="percentage"
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              step={1}
              {...form.register('discount_percentage', asNumber)}
            />
          </FormField>
        ) : (
          <FormField form={form} name="discount_amount" label={`Discount value (${currency})`}>
            <Input
              key="amount"
              type="number"
              inputMode="decimal"
              min={0.01}
              step={0.01}
              {...form.register('discount_amount', asNumber)}
            />
          </FormField>
        )}
        <DayField
          form={form}
          name="valid_from"
          label="Valid from"
          zone={zone}
          moment={firstMoment}
        />
        <DayField
          form={form}
          name="valid_until"
          label="Valid until"
          zone={zone}
          moment={lastMoment}
        />
        <FormField
          form={form}
          name="max_uses"
          label="Max uses"
          optional
          hint="Empty means unlimited."
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            {...form.register('max_uses', asNumber)}
          />
        </FormField>
        <Checkbox label="Active" className="sm:self-end" {...form.register('active')} />
      </EditFormFrame>
      {coupon && (
        <details className="mt-2">
          <summary className="py-2 font-medium text-sm">Changes</summary>
          <ChangeHistory type="coupons" id={coupon.id} />
        </details>
      )}
    </Dialog>
  )
}

type DayFieldProps = {
  form: ReturnType<typeof useEditForm<CouponEdit, unknown>>
  name: 'valid_from' | 'valid_until'
  label: string
  zone: string
  /** The moment of that day that is stored. */
  moment: (zone: string, day: string) => string
}

/** While 2031 is typed, browsers report the years 2, 20 and 203. */
const WHOLE_YEAR = /^[1-9]\d{3}-/

function DayField({ form, name, label, zone, moment }: DayFieldProps) {
  const value = form.getValues(name)
  const [day, setDay] = useState(value ? dayIn(zone, new Date(value)) : '')
  return (
    <FormField form={form} name={name} label={label} hint={`In ${zone.replaceAll('_', ' ')} time.`}>
      <Input
        type="date"
        value={day}
        onChange={({ target }) => {
          setDay(target.value)
          const next = WHOLE_YEAR.test(target.value) ? moment(zone, target.value) : ''
          form.setValue(name, next, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </FormField>
  )
}

const newCoupon = (zone: string): CouponEdit => ({
  code: '',
  discount_percentage: null,
  discount_amount: null,
  valid_from: firstMoment(zone, dayIn(zone, new Date())),
  valid_until: '',
  active: true,
  max_uses: null,
})

const editable = ({ id, version, created_at, current_uses, ...values }: Coupon): CouponEdit =>
  values

/** Without letters and digits that are easily confused. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const randomCode = () =>
  [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
    .join('')
