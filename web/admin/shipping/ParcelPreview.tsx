import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'

/** What a parcel costs: the quote that a shopper would get. */
export function ParcelPreview() {
  const { data: places } = useQuery(api.shipping.places.queryOptions())
  const { data: products } = useQuery(
    api.products.admin_list.queryOptions({ input: { sort: 'name', per_page: 100 } }),
  )
  const [product_id, setProduct] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [country, setCountry] = useState('')
  const [state, setState] = useState('')
  const states = places?.countries?.find(({ name }) => name === country)?.states
  return (
    <Card title="Preview" text="What does a parcel of these products to this place cost?">
      <div className="grid gap-4">
        <Field label="Product">
          <Select value={product_id} onChange={({ target }) => setProduct(target.value)}>
            <option value="">Choose …</option>
            {products?.items.map(({ id, full_name }) => (
              <option key={id} value={id}>
                {full_name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Quantity">
          <Input
            type="number"
            min={1}
            max={999}
            value={quantity}
            onChange={({ target }) =>
              setQuantity(Math.min(999, Math.max(1, Math.trunc(Number(target.value)) || 1)))
            }
          />
        </Field>
        <Field label="Country">
          <Select
            value={country}
            onChange={({ target }) => {
              setCountry(target.value)
              setState('')
            }}
          >
            <option value="">Choose …</option>
            {places?.countries?.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {states && (
          <Field label="State">
            <Select value={state} onChange={({ target }) => setState(target.value)}>
              <option value="">Choose …</option>
              {states.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {product_id && country && (
          <Answer line={{ product_id, quantity }} destination={{ country, state }} />
        )}
      </div>
    </Card>
  )
}

type AnswerProps = {
  line: { product_id: string; quantity: number }
  destination: { country: string; state: string }
}

function Answer({ line, destination }: AnswerProps) {
  const formatMoney = useMoney()
  const { data } = useQuery(
    api.orders.quote.queryOptions({ input: { lines: [line], destination } }),
  )
  return (
    <div role="status" className="border-line border-t pt-4 text-sm">
      {data?.missing === 'destination' && <p className="text-quiet">Choose a state.</p>}
      {data?.missing === 'not-served' && <p>No method takes this parcel there.</p>}
      <ul className="grid gap-1.5">
        {data?.shipping_methods.map(({ id, name, delivery_time, price }) => (
          <li key={id} className="flex justify-between gap-4">
            <span>
              {name}
              {delivery_time && <span className="text-quiet"> · {delivery_time}</span>}
            </span>
            <span className="tabular-nums">{price > 0 ? formatMoney(price) : 'Free'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
