import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductEdit } from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Input, Select } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { type EditForm, FormField } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

type FormPart = { form: EditForm<ProductEdit> }

/** Where visitors find a product. */
export function ShopCard({ form }: FormPart) {
  const categories = useQuery(api.categories.admin_list.queryOptions())
  const [isCreating, setCreating] = useState(false)
  const current = form.watch('category')
  const names = categories.data?.map(({ name }) => name) ?? []
  return (
    <Card title="In the shop">
      <div className="grid gap-2">
        <FormField form={form} name="category" label="Category" optional>
          <Select
            value={current ?? ''}
            onChange={({ target }) =>
              form.setValue('category', target.value || null, { shouldDirty: true })
            }
          >
            <option value="">No category</option>
            {current && !names.includes(current) && <option value={current}>{current}</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </FormField>
        <WhenLoaded
          query={categories}
          failure="Failed to load categories"
          isSmall
          placeholder={null}
        />
        <Button look="soft" size="small" className="w-fit" onClick={() => setCreating(true)}>
          New category
        </Button>
        {isCreating && (
          <CategoryDialog
            category={null}
            onSaved={(name) => form.setValue('category', name, { shouldDirty: true })}
            onClose={() => setCreating(false)}
          />
        )}
        <Checkbox label="Featured on the home page" {...form.register('featured')} />
        <Options form={form} />
        <Identifiers form={form} />
      </div>
    </Card>
  )
}

/** Only in a shop that has attributes. */
function Options({ form }: FormPart) {
  const attributes = useQuery(api.attributes.admin_list.queryOptions())
  const chosen = form.watch('option_ids') ?? []
  const choose = (id: number, isChosen: boolean) =>
    form.setValue(
      'option_ids',
      [...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])].sort((a, b) => a - b),
      { shouldDirty: true },
    )
  if (!attributes.data) {
    const failure = 'Failed to load attributes'
    return <WhenLoaded query={attributes} failure={failure} isSmall placeholder={null} />
  }
  return attributes.data.map(({ id, name, options }) => (
    <fieldset key={id} className="mt-2 border-line border-t pt-3">
      <legend className="float-left w-full font-medium text-sm">{name}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={option.label}
          checked={chosen.includes(option.id)}
          onChange={({ target }) => choose(option.id, target.checked)}
        />
      ))}
    </fieldset>
  ))
}

/** Only in a shop with a product feed, or for a product that has them already. */
function Identifiers({ form }: FormPart) {
  const { data: feed } = useQuery(api.product_feed.settings.queryOptions())
  const [brand, gtin, mpn] = form.watch(['brand', 'gtin', 'mpn'])
  const [isGiven] = useState(Boolean(brand || gtin || mpn))
  if (!feed?.enabled && !isGiven) return null
  return (
    <div className="mt-2 grid gap-4 border-line border-t pt-3">
      <FormField
        form={form}
        name="brand"
        label="Brand"
        optional
        hint={feed?.brand ? `Empty: ${feed.brand}.` : undefined}
      >
        <Input {...form.register('brand')} maxLength={70} autoComplete="off" />
      </FormField>
      <FormField
        form={form}
        name="gtin"
        label="GTIN"
        optional
        hint="The digits below its bar code (EAN or UPC)."
      >
        <Input {...form.register('gtin')} inputMode="numeric" maxLength={20} autoComplete="off" />
      </FormField>
      <FormField
        form={form}
        name="mpn"
        label="MPN"
        optional
        hint="Its maker's own number, if it has no bar code."
      >
        <Input {...form.register('mpn')} maxLength={70} autoComplete="off" />
      </FormField>
    </div>
  )
}
