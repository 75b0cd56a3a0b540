import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminProduct, ProductEdit } from '#contract/edit-products.ts'
import { PRODUCT_SECTION_NAMES, PRODUCT_SECTIONS } from '#contract/product-sections.ts'
import { api, client } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Input, Select, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import { StockActions } from './StockActions.tsx'

type ProductFormProps = {
  /** Null: a new one. */
  product: AdminProduct | null
  copyOf?: AdminProduct
  onSaved?: (product: AdminProduct) => void
}

export function ProductForm({ product, copyOf, onSaved }: ProductFormProps) {
  const queries = useQueryClient()
  // What the admin sees. Live updates change it only while nothing is typed, since the difference counts.
  const [seen, setSeen] = useState(product)
  const [isUploading, setUploading] = useState(false)
  const form = useEditForm<ProductEdit, AdminProduct>({
    schema: ProductEdit,
    values: seen ? editable(seen) : copyOf ? copied(copyOf) : NEW_PRODUCT,
    version: seen?.version,
    save: (values, version) =>
      seen && version !== undefined
        ? client.products.update({ ...values, id: seen.id, version, seen_stock: seen.stock })
        : client.products.create(values),
    success: `Product ${product ? 'updated' : 'created'} successfully`,
    refresh: [api.products.key(), api.audit_log.key()],
    fieldOf: {
      STOCK_BELOW_ZERO: 'stock',
      CATEGORY_NOT_FOUND: 'category',
      FILE_NOT_USABLE: 'images',
    },
    onSaved: (saved) => {
      const { id } = saved
      queries.setQueryData(api.products.admin_get.queryKey({ input: { id } }), saved)
      if (product) setSeen(saved)
      onSaved?.(saved)
    },
  })
  const isCurrent = product?.version === seen?.version && product?.stock === seen?.stock
  if (product && !isCurrent && !form.isDirty && !form.isSaving) setSeen(product)

  return (
    <EditFormFrame
      form={form}
      label="Product"
      saveLabel={product ? 'Save' : 'Create product'}
      isNew={!product}
      isBlocked={isUploading}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Card>
            <div className="grid gap-4">
              <FormField form={form} name="name" label="Name">
                <Input {...form.register('name')} maxLength={200} autoComplete="off" />
              </FormField>
              <FormField form={form} name="description" label="Description">
                <Textarea {...form.register('description')} rows={8} />
              </FormField>
            </div>
          </Card>
          <Card>
            <ProductPictures
              value={form.watch('images')}
              onChange={(images) =>
                form.setValue('images', images, {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                })
              }
              error={form.formState.errors.images?.message}
              onBusyChange={setUploading}
            />
          </Card>
          <Sections form={form} />
        </div>
        <div className="grid gap-5">
          <Prices form={form} />
          <Card title="Stock">
            <FormField
              form={form}
              name="stock"
              label="Stock"
              hint={seen && product && stockHint(seen.stock, product.stock)}
            >
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                {...form.register('stock', asNumber)}
              />
            </FormField>
            {product && <StockActions product={product} />}
          </Card>
          <Organisation form={form} />
        </div>
      </div>
    </EditFormFrame>
  )
}

const stockHint = (seen: number, now: number) =>
  seen === now
    ? undefined
    : `Now ${now}, since units were sold or counted meanwhile. The difference that you enter to ${seen} is applied to that.`

/** Texts that fold on the product page. */
function Sections({ form }: FormPart) {
  return (
    <Card title="More on its page">
      <div className="grid gap-4">
        <p className="text-quiet text-sm">
          Each opens with a click below the description. What is empty is not shown.
        </p>
        {PRODUCT_SECTION_NAMES.map((name) => (
          <FormField key={name} form={form} name={name} label={PRODUCT_SECTIONS[name]} optional>
            <Textarea {...form.register(name)} rows={4} />
          </FormField>
        ))}
      </div>
    </Card>
  )
}

type FormPart = { form: EditForm<ProductEdit> }

function Prices({ form }: FormPart) {
  const money = (name: 'price' | 'original_price' | 'cost_price') => (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      step={0.01}
      {...form.register(name, asNumber)}
    />
  )
  return (
    <Card title="Price">
      <div className="grid gap-4">
        <FormField form={form} name="price" label="Price (USD)">
          {money('price')}
        </FormField>
        <FormField
          form={form}
          name="original_price"
          label="Original price (USD)"
          optional
          hint="Struck through in the shop when it is higher."
        >
          {money('original_price')}
        </FormField>
        <FormField
          form={form}
          name="cost_price"
          label="Cost price (USD)"
          optional
          hint="Only admins see it."
        >
          {money('cost_price')}
        </FormField>
        <Margin price={form.watch('price')} cost={form.watch('cost_price')} />
      </div>
    </Card>
  )
}

/** What is left of a price after the cost. */
function Margin({ price, cost }: { price: number | null; cost: number | null }) {
  if (!price || cost === null) return null
  const share = ((price - cost) / price) * 100
  return (
    <p className="flex justify-between gap-3 border-line border-t pt-3 text-sm tabular-nums">
      <span className="text-quiet">Margin</span>
      <span className={cost > price ? 'font-medium text-danger' : 'font-medium'}>
        {share.toFixed(1)} % · {formatMoney(price - cost)} a unit
      </span>
    </p>
  )
}

function Organisation({ form }: FormPart) {
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
      </div>
    </Card>
  )
}

/** Only in a shop that has attributes. */
function Options({ form }: FormPart) {
  const { data: attributes = [] } = useQuery(api.attributes.admin_list.queryOptions())
  const chosen = form.watch('option_ids') ?? []
  const choose = (id: number, isChosen: boolean) =>
    form.setValue(
      'option_ids',
      [...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])].sort((a, b) => a - b),
      { shouldDirty: true },
    )
  return attributes.map(({ id, name, options }) => (
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

const FIELDS = Object.keys(ProductEdit.shape) as (keyof ProductEdit)[]

const NEW_PRODUCT = {
  ...Object.fromEntries(FIELDS.map((name) => [name, null])),
  name: '',
  description: '',
  featured: false,
  images: [],
  option_ids: [],
  ...Object.fromEntries(PRODUCT_SECTION_NAMES.map((name) => [name, ''])),
  // Empty until the admin enters them; the schema refuses that.
} as unknown as ProductEdit

const editable = (product: AdminProduct) =>
  Object.fromEntries(FIELDS.map((name) => [name, product[name]])) as ProductEdit

const copied = (product: AdminProduct): ProductEdit => ({
  ...editable(product),
  name: `${product.name} (copy)`,
  stock: 0,
  featured: false,
})
