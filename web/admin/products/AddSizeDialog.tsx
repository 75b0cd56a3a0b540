import { useState } from 'react'
import { type AdminGroup, NewSize } from '#contract/edit-product-groups.ts'
import type { AdminProduct } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { useCurrency } from '../../lib/money.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { ColourField } from '../kit/ColourField.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

/** What a swatch shows while a shade has no colour yet. */
export const NO_COLOUR = '#d9cdc8'

const SizeEdit = NewSize.omit({ id: true, version: true, product_id: true })
type SizeEdit = Omit<NewSize, 'id' | 'version' | 'product_id'>

type AddSizeDialogProps = {
  /** The one that is copied. */
  product: AdminProduct
  group: AdminGroup
  onSaved: () => void
  onClose: () => void
}

export function AddSizeDialog({ product, group, onSaved, onClose }: AddSizeDialogProps) {
  // As it was when the dialog opened: what others save after that is not overwritten unseen.
  const [{ id, version, option_name, kind }] = useState(group)
  const currency = useCurrency()
  const form = useEditForm<SizeEdit, unknown>({
    schema: SizeEdit,
    // The stock is empty until it is entered; the schema refuses that.
    values: { value: '', colour: null, price: product.price, stock: null as unknown as number },
    version,
    save: (values, seen = version) =>
      client.product_groups.add_size({ ...values, id, version: seen, product_id: product.id }),
    success: `${option_name} added successfully`,
    refresh: [api.products.key(), api.product_groups.key()],
    fieldOf: { VALUE_TAKEN: 'value', TOO_MANY_MEMBERS: 'value' },
    onSaved: () => {
      onClose()
      onSaved()
    },
    reload: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${option_name.toLowerCase()}`}
      description={`A copy of ${product.full_name} with its pictures, texts and category, and a price and stock of its own.`}
    >
      <EditFormFrame
        form={form}
        label={option_name}
        saveLabel="Add"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField form={form} name="value" label={option_name}>
          <Input
            {...form.register('value')}
            autoFocus
            autoComplete="off"
            maxLength={60}
            placeholder={kind === 'shade' ? 'Rosewood' : '50 ml'}
          />
        </FormField>
        {kind === 'shade' && (
          <ColourField
            label="Colour"
            value={form.watch('colour') ?? ''}
            fallback={NO_COLOUR}
            onChange={(colour) =>
              form.setValue('colour', colour || null, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
            error={form.formState.errors.colour?.message}
            hint="For its swatch in the shop."
          />
        )}
        <div className="grid grid-cols-2 gap-4">
          <FormField form={form} name="price" label={`Price (${currency})`}>
            <Input
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              {...form.register('price', asNumber)}
            />
          </FormField>
          <FormField form={form} name="stock" label="Stock">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              {...form.register('stock', asNumber)}
            />
          </FormField>
        </div>
      </EditFormFrame>
    </Dialog>
  )
}
