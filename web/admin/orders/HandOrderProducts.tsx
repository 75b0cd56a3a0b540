import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import type { Draft } from './hand-order.ts'

type Lines = Draft['lines']
type Props = {
  lines: Lines
  quote: Quote | undefined
  problem: string | undefined
  onChange: (lines: Lines) => void
}

/** Search, add, count. A size is a product of its own, named with its size. */
export function HandOrderProducts({ lines, quote, problem, onChange }: Props) {
  const add = (line: Omit<Lines[number], 'quantity'>) => {
    const known = lines.find(({ product_id }) => product_id === line.product_id)
    if (known) setQuantity(line.product_id, known.quantity + 1)
    else onChange([...lines, { ...line, quantity: 1 }])
  }
  const setQuantity = (id: string, quantity: number) =>
    onChange(lines.map((line) => (line.product_id === id ? { ...line, quantity } : line)))
  return (
    <div className="grid gap-5">
      <Finder onAdd={add} problem={problem} />
      {lines.length > 0 && (
        <NamedList label="Items of the order" className="divide-y divide-line">
          {lines.map(({ product_id, name, image_url, quantity }) => (
            <li key={product_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <span className="h-15 w-12 shrink-0 overflow-hidden rounded-md">
                <Picture src={image_url} alt="" sizes="48px" className="size-full object-cover" />
              </span>
              <span className="grid min-w-40 flex-1">
                <span className="font-medium">{name}</span>
                <LinePrice id={product_id} quote={quote} />
              </span>
              <QuantityStepper
                size="small"
                label={name}
                value={quantity}
                max={999}
                onChange={(next) => setQuantity(product_id, next)}
              />
              <Button
                look="outline"
                size="small"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(lines.filter((line) => line.product_id !== product_id))}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </Button>
            </li>
          ))}
        </NamedList>
      )}
    </div>
  )
}

function LinePrice({ id, quote }: { id: string; quote: Quote | undefined }) {
  const formatMoney = useMoney()
  const line = quote?.lines.find(({ product_id }) => product_id === id)
  if (quote?.unavailable.includes(id)) {
    return <span className="text-danger text-sm">No longer sold: please remove it</span>
  }
  return (
    <span className="text-quiet text-sm tabular-nums">
      {line ? `${formatMoney(line.price)} each` : '…'}
    </span>
  )
}

type FinderProps = {
  onAdd: (line: Omit<Lines[number], 'quantity'>) => void
  problem: string | undefined
}

function Finder({ onAdd, problem }: FinderProps) {
  const formatMoney = useMoney()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const found = useQuery({
    ...api.products.admin_list.queryOptions({ input: { q: q.slice(0, 100) } }),
    enabled: q !== '',
  })
  // Nothing of an earlier text: a fast hand would add the wrong product.
  const items = q !== '' && q === text.trim() ? found.data?.items : undefined
  const products = items?.slice(0, 8) ?? []
  return (
    <div className="grid gap-3">
      <Field label="Add a product" error={problem}>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Part of its name"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <div role="status">
        {found.isError && <p className="text-danger text-sm">The products could not be loaded.</p>}
        {items?.length === 0 && <p className="text-quiet text-sm">No product has this name.</p>}
      </div>
      {products.length > 0 && (
        <NamedList label="Products found" className="grid gap-1 rounded-card bg-blush/50 p-2">
          {products.map(({ id, full_name, image_url, price, stock }) => (
            <li key={id}>
              <button
                type="button"
                disabled={stock <= 0}
                onClick={() => {
                  onAdd({ product_id: id, name: full_name, image_url })
                  setText('')
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-paper disabled:cursor-not-allowed disabled:text-quiet"
              >
                <Plus aria-hidden="true" className="size-4 shrink-0 text-rose" />
                <span className="min-w-0 flex-1">{full_name}</span>
                <span className="text-quiet text-sm tabular-nums">
                  {stock > 0 ? `${stock} in stock` : 'Out of stock'}
                </span>
                <span className="tabular-nums">{formatMoney(price)}</span>
              </button>
            </li>
          ))}
        </NamedList>
      )}
    </div>
  )
}
