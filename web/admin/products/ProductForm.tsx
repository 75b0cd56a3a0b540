import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminProduct, ProductEdit } from '#contract/edit-products.ts'
import { PRODUCT_SECTION_NAMES, PRODUCT_SECTIONS } from '#contract/product-sections.ts'
import { api, client } from '../../lib/api.ts'
import { Input, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import { PriceCard } from './PriceCard.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import { ShopCard } from './ShopCard.tsx'
import { SizesSection } from './SizesSection.tsx'
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
  // Its group was changed here, which makes the next version: what was typed can be saved over that. A later one has
  // changes of others in it, which are shown when the form is saved.
  const takeRegrouped = (changed: AdminProduct) => {
    if (!seen || changed.version > seen.version + 1) return
    setSeen({ ...changed, stock: seen.stock })
    form.takeVersion(changed.version)
  }
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
              <FormField form={form} name="name" label="Name" hint={product && nameHint(product)}>
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
          {product && <SizesSection product={product} onRegrouped={takeRegrouped} />}
          <Sections form={form} />
        </div>
        <div className="grid gap-5">
          <PriceCard form={form} />
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
          <ShopCard form={form} />
        </div>
      </div>
    </EditFormFrame>
  )
}

const nameHint = ({ group_id, full_name }: AdminProduct) =>
  group_id === null
    ? undefined
    : `Visitors read “${full_name}”, by its group below. This name is for a product by itself.`

const stockHint = (seen: number, now: number) =>
  seen === now
    ? undefined
    : `Now ${now}, since units were sold or counted meanwhile. The difference that you enter to ${seen} is applied to that.`

/** Texts that fold on the product page. */
function Sections({ form }: { form: EditForm<ProductEdit> }) {
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

const FIELDS = Object.keys(ProductEdit.shape) as (keyof ProductEdit)[]

const NEW_PRODUCT = {
  ...Object.fromEntries(FIELDS.map((name) => [name, null])),
  name: '',
  description: '',
  featured: false,
  tax_exempt: false,
  brand: '',
  gtin: '',
  mpn: '',
  images: [],
  option_ids: [],
  ...Object.fromEntries(PRODUCT_SECTION_NAMES.map((name) => [name, ''])),
  // Empty until the admin enters them; the schema refuses that.
} as unknown as ProductEdit

const editable = (product: AdminProduct) =>
  Object.fromEntries(FIELDS.map((name) => [name, product[name]])) as ProductEdit

/** Its numbers are of one product alone. */
const copied = (product: AdminProduct): ProductEdit => ({
  ...editable(product),
  gtin: '',
  mpn: '',
  name: `${product.name} (copy)`,
  stock: 0,
  featured: false,
})
