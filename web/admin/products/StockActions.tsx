import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, History, PackagePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  type AdminProduct,
  STOCK_REASONS,
  StockAdjustment,
  type StockMovement,
  type StockReason,
} from '#contract/edit-products.ts'
import { orderNumber } from '#contract/ids.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Field, Form, Input, Select, Textarea } from '../../ui/Field.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

type Stocked = Pick<AdminProduct, 'id' | 'full_name' | 'stock'>

/** Changes the stock with a reason, and shows how it came to be what it is. */
export function StockActions({ product }: { product: Stocked }) {
  const { open, dialog } = useStockDialog(product)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button look="soft" size="small" onClick={() => open('adjust')}>
        Adjust stock
      </Button>
      <Button look="quiet" size="small" onClick={() => open('history')}>
        Stock history
      </Button>
      {dialog}
    </div>
  )
}

/** The same in a row of the list, for somebody who may change nothing else of a product. */
export function StockMenu({ product }: { product: Stocked }) {
  const { open, dialog } = useStockDialog(product)
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={`Actions for ${product.full_name}`}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        <MenuItem onSelect={() => open('adjust')}>
          <PackagePlus aria-hidden="true" />
          Adjust stock
        </MenuItem>
        <MenuItem onSelect={() => open('history')}>
          <History aria-hidden="true" />
          Stock history
        </MenuItem>
      </Menu>
      {dialog}
    </>
  )
}

function useStockDialog(product: Stocked) {
  const [shown, setShown] = useState<'adjust' | 'history' | null>(null)
  const close = () => setShown(null)
  const dialog = (
    <>
      {shown === 'adjust' && <AdjustDialog product={product} onClose={close} />}
      {shown === 'history' && <HistoryDialog product={product} onClose={close} />}
    </>
  )
  return { open: setShown, dialog }
}

type DialogProps = { product: Stocked; onClose: () => void }

/** How each reason is entered, and what change of the stock that means. */
const REASONS: Record<
  StockReason,
  { name: string; label: string; hint?: string; change: (units: number, stock: number) => number }
> = {
  received: { name: 'Received', label: 'Units received', change: (units) => units },
  damaged: { name: 'Damaged', label: 'Units damaged', change: (units) => -units },
  counted: {
    name: 'Counted',
    label: 'Units counted',
    change: (units, stock) => units - stock,
  },
  correction: {
    name: 'Correction',
    label: 'Change by',
    hint: 'A minus takes away, such as -2.',
    change: (units) => units,
  },
}

function AdjustDialog({ product, onClose }: DialogProps) {
  const { id } = product
  const [reason, setReason] = useState<StockReason>('received')
  const [units, setUnits] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  // What was counted is compared with the stock when the dialog opened: later sales stay sold.
  const [seen] = useState(product.stock)
  const { mutate, isPending } = useAdminMutation({
    run: client.products.adjust_stock,
    success: 'Stock updated successfully',
    refresh: [api.products.key(), api.audit_log.key()],
    onSuccess: onClose,
    onError: (error) => {
      if (!hasErrorCode(error, 'STOCK_BELOW_ZERO')) return false
      setProblem(`${error.message} In stock now: ${error.data.stock}.`)
      return true
    },
  })
  const { label, hint, change } = REASONS[reason]
  const isGiven = units.trim() !== '' && Number.isInteger(Number(units))
  const difference = isGiven ? change(Number(units), seen) : null
  const submit = (event: FormEvent) => {
    // Its own form: it must not submit the product's.
    event.preventDefault()
    event.stopPropagation()
    const input = { id, change: difference, reason, note: note.trim() || null }
    const parsed = StockAdjustment.safeParse(input)
    if (parsed.success) mutate(parsed.data)
    else setProblem(isGiven ? parsed.error.issues[0]?.message : 'Enter a whole number')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Adjust stock"
      description={`${product.full_name}: ${product.stock} in stock.`}
    >
      <Form label="Stock adjustment" className="grid gap-4" onSubmit={submit}>
        <Field label="Reason">
          <Select value={reason} onChange={({ target }) => setReason(target.value as StockReason)}>
            {STOCK_REASONS.map((one) => (
              <option key={one} value={one}>
                {REASONS[one].name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={label} hint={hint} error={problem}>
          <Input
            type="number"
            inputMode="numeric"
            step={1}
            min={reason === 'correction' ? undefined : 0}
            value={units}
            onChange={({ target }) => {
              setUnits(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Field label="Note" optional>
          <Textarea
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <p aria-live="polite" className="text-sm tabular-nums">
          {difference !== null && (
            <>
              <span className="text-quiet">Stock: </span>
              {product.stock} → <strong>{product.stock + difference}</strong>
            </>
          )}
        </p>
        <div className="flex justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending}>
            Save adjustment
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const MOVEMENT_NAMES: Record<StockMovement['reason'], string> = {
  received: 'Received',
  damaged: 'Damaged',
  counted: 'Counted',
  correction: 'Correction',
  set: 'First stock',
  ordered: 'Ordered',
  'given-back': 'Order cancelled',
  returned: 'Return',
}

function HistoryDialog({ product, onClose }: DialogProps) {
  const history = useQuery(api.products.stock_history.queryOptions({ input: { id: product.id } }))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Stock history"
      description={`${product.full_name}, the latest 50 movements.`}
    >
      <WhenLoaded
        query={history}
        failure="Failed to load the stock history"
        placeholder={<Skeleton className="h-40" />}
      >
        {(movements) =>
          movements.length === 0 ? (
            <p className="text-quiet">Nothing has moved yet.</p>
          ) : (
            <ol className="divide-y divide-line text-sm">
              {movements.map((movement) => (
                <Movement key={movement.id} movement={movement} />
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { change, stock, reason, note, order_id, actor_name, created_at } = movement
  return (
    <li className="flex items-start gap-4 py-2.5">
      <span
        className={clsx(
          'w-12 shrink-0 text-right font-medium tabular-nums',
          change > 0 ? 'text-leaf' : 'text-ink',
        )}
      >
        {change > 0 ? `+${change}` : change}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span>
          {MOVEMENT_NAMES[reason]}
          {actor_name && <span className="text-quiet"> by {actor_name}</span>}
          {order_id && (
            <>
              {' · '}
              <Link
                to="/admin/orders/$id"
                params={{ id: order_id }}
                className="underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                Order {orderNumber(order_id)}
              </Link>
            </>
          )}
        </span>
        {note && <span className="text-quiet [overflow-wrap:anywhere]">{note}</span>}
        <span className="text-quiet text-xs">
          <LocalTime iso={created_at} withTime />
        </span>
      </span>
      <span className="shrink-0 text-quiet tabular-nums">{stock} left</span>
    </li>
  )
}
