import { useQuery } from '@tanstack/react-query'
import type { ProductEdit } from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { useCurrency, useMoney } from '../../lib/money.ts'
import { Checkbox, Input } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { asNumber, type EditForm, FormField } from '../kit/edit-form.tsx'

type FormPart = { form: EditForm<ProductEdit> }

/** What a product costs, and what shipping and tax go by. */
export function PriceCard({ form }: FormPart) {
  const currency = useCurrency()
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
        <FormField form={form} name="price" label={`Price (${currency})`}>
          {money('price')}
        </FormField>
        <FormField
          form={form}
          name="original_price"
          label={`Original price (${currency})`}
          optional
          hint="Struck through in the shop when it is higher."
        >
          {money('original_price')}
        </FormField>
        <FormField
          form={form}
          name="cost_price"
          label={`Cost price (${currency})`}
          optional
          hint="Admin only: shoppers never see it."
        >
          {money('cost_price')}
        </FormField>
        <Margin price={form.watch('price')} cost={form.watch('cost_price')} />
        <Weight form={form} />
        <TaxExempt form={form} />
      </div>
    </Card>
  )
}

/** Only in a shop that charges shipping. */
function Weight({ form }: FormPart) {
  const { data: zones } = useQuery(api.shipping.zones.queryOptions())
  if (!zones?.length) return null
  return (
    <FormField
      form={form}
      name="weight_grams"
      label="Weight (g)"
      optional
      hint="With its packing, for shipping by weight."
    >
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        {...form.register('weight_grams', asNumber)}
      />
    </FormField>
  )
}

/** Only in a shop that takes tax. */
function TaxExempt({ form }: FormPart) {
  const { data: settings } = useQuery(api.tax.settings.queryOptions())
  if (!settings?.enabled) return null
  return <Checkbox label="Exempt from sales tax" {...form.register('tax_exempt')} />
}

/** What is left of a price after the cost. */
function Margin({ price, cost }: { price: number | null; cost: number | null }) {
  const formatMoney = useMoney()
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
