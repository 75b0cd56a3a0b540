import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminProductRow, ProductChange } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { useCurrency, useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { countProducts, type DoneBulk, skippedTexts } from './BulkUndoBar.tsx'
import { type BulkAction, type Planned, planBulkEdit } from './bulk-plan.ts'

export type BulkKind = BulkAction['kind']

export const BULK_KINDS: readonly { kind: BulkKind; label: string }[] = [
  { kind: 'featured', label: 'Featured' },
  { kind: 'category', label: 'Category' },
  { kind: 'price', label: 'Price' },
  { kind: 'stock', label: 'Stock' },
  { kind: 'archive', label: 'Archive' },
]

type BulkDialogProps = {
  kind: BulkKind
  rows: AdminProductRow[]
  onClose: () => void
  onDone: (done: DoneBulk) => void
}

/** One change for many products: chosen, shown as it will be, then applied. */
export function BulkDialog({ kind, rows, onClose, onDone }: BulkDialogProps) {
  const formatMoney = useMoney()
  const [action, setAction] = useState<BulkAction | null>(() => firstAction(kind, rows))
  const planned = action ? planBulkEdit(rows, action, formatMoney) : []
  const changes = planned.filter(({ fields }) => fields !== null)
  const { mutate, isPending } = useAdminMutation({
    run: (sent: ProductChange[]) => client.products.bulk_edit({ changes: sent }),
    refresh: [api.products.key()],
    onSuccess: (result) => {
      const versions = new Map(result.done.map(({ id, version }) => [id, version]))
      onDone({
        text: `${TITLES[kind]}: ${countProducts(result.done.length)} changed.`,
        undo: changes.flatMap(({ product: { id }, undo }) => {
          const version = versions.get(id)
          return version === undefined ? [] : { id, version, ...undo }
        }),
        skipped: skippedTexts(result, (id) => rows.find((row) => row.id === id)?.full_name),
      })
    },
  })
  const apply = () =>
    mutate(changes.map(({ product: { id, version }, fields }) => ({ id, version, ...fields })))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={action?.kind === 'archive' && !action.archived ? 'Restore' : TITLES[kind]}
      description={`${countProducts(rows.length)} selected. Nothing changes before you apply it, and you can undo it after.`}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isPending} disabled={changes.length === 0} onClick={apply}>
            Apply to {countProducts(changes.length)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Choice kind={kind} action={action} onChange={setAction} />
        {planned.length > 0 && <Preview planned={planned} />}
      </div>
    </Dialog>
  )
}

const TITLES: Record<BulkKind, string> = {
  featured: 'Change featured',
  category: 'Change category',
  price: 'Change price',
  stock: 'Change stock',
  archive: 'Archive',
}

/** What can be chosen only one way is chosen already. */
function firstAction(kind: BulkKind, rows: readonly AdminProductRow[]): BulkAction | null {
  if (kind === 'featured') return { kind, featured: true }
  if (kind === 'archive') return { kind, archived: rows.some(({ archived_at }) => !archived_at) }
  return null
}

type ChoiceProps = {
  kind: BulkKind
  action: BulkAction | null
  onChange: (action: BulkAction | null) => void
}

function Choice({ kind, action, onChange }: ChoiceProps): ReactNode {
  switch (kind) {
    case 'featured':
      return (
        <Field label="Featured">
          <Select
            value={action?.kind === 'featured' && action.featured ? 'yes' : 'no'}
            onChange={({ target }) => onChange({ kind, featured: target.value === 'yes' })}
          >
            <option value="yes">Featured</option>
            <option value="no">Not featured</option>
          </Select>
        </Field>
      )
    case 'category':
      return <CategoryChoice onChange={onChange} />
    case 'price':
      return <PriceChoice onChange={onChange} />
    case 'stock':
      return <StockChoice onChange={onChange} />
    case 'archive':
      return null
  }
}

type OneChoice = Pick<ChoiceProps, 'onChange'>

function CategoryChoice({ onChange }: OneChoice) {
  const categories = useQuery(api.categories.admin_list.queryOptions())
  return (
    <>
      <Field label="Category">
        <Select
          defaultValue="choose"
          onChange={({ target: { value } }) =>
            onChange(
              value === 'choose' ? null : { kind: 'category', category: value.slice(1) || null },
            )
          }
        >
          <option value="choose">Choose a category</option>
          {/* A mark in front, so that a category may be called "choose". */}
          <option value="=">No category</option>
          {categories.data?.map(({ id, name }) => (
            <option key={id} value={`=${name}`}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <WhenLoaded
        query={categories}
        failure="Failed to load categories"
        isSmall
        placeholder={null}
      />
    </>
  )
}

function PriceChoice({ onChange }: OneChoice) {
  const currency = useCurrency()
  const [by, setBy] = useState<'amount' | 'percent'>('percent')
  const [text, setText] = useState('')
  const change = (nextBy: typeof by, nextText: string) => {
    setBy(nextBy)
    setText(nextText)
    const value = Number(nextText)
    const isGiven = nextText.trim() !== '' && Number.isFinite(value)
    onChange(isGiven ? { kind: 'price', by: nextBy, value } : null)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Change by">
        <Select value={by} onChange={({ target }) => change(target.value as typeof by, text)}>
          <option value="percent">Percent</option>
          <option value="amount">Amount ({currency})</option>
        </Select>
      </Field>
      <Field
        label={by === 'percent' ? 'Percent' : 'Amount'}
        hint="A minus lowers the price, such as -10."
      >
        <Input
          type="number"
          inputMode="decimal"
          step={by === 'percent' ? 1 : 0.01}
          value={text}
          onChange={({ target }) => change(by, target.value)}
        />
      </Field>
    </div>
  )
}

function StockChoice({ onChange }: OneChoice) {
  return (
    <Field label="Add to the stock" hint="A minus takes away, such as -5.">
      <Input
        type="number"
        inputMode="numeric"
        step={1}
        onChange={({ target: { value } }) => {
          const change = Number(value)
          const isGiven = value.trim() !== '' && Number.isInteger(change)
          onChange(isGiven ? { kind: 'stock', change } : null)
        }}
      />
    </Field>
  )
}

function Preview({ planned }: { planned: readonly Planned[] }) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-paper">
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">What will change</caption>
        <thead className="sticky top-0 bg-paper text-quiet">
          <tr>
            <th scope="col" className="w-2/5 px-2 py-2 text-left sm:px-3.5 font-medium">
              Product
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3.5">
              Now
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3.5">
              Then
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {planned.map(({ product, before, after, fields, problem }) => (
            <tr key={product.id}>
              <td className="wrap-break-word px-2 py-2 sm:px-3.5">{product.full_name}</td>
              <td className="wrap-break-word px-2 py-2 text-right text-quiet tabular-nums sm:px-3.5">
                {before}
              </td>
              <td className="wrap-break-word px-2 py-2 text-right tabular-nums sm:px-3.5">
                {fields ? (
                  <span className="font-medium">{after}</span>
                ) : (
                  <span className={problem ? 'text-danger' : 'text-quiet'}>
                    {problem ? `${problem}, stays` : 'No change'}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
