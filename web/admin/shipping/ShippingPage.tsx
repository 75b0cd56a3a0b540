import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, Truck } from 'lucide-react'
import { useState } from 'react'
import type { Money } from '#contract/money.ts'
import { MOST_ZONES, type ShippingZone } from '#contract/shipping.ts'
import { api, client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { placeName } from '../kit/place-names.ts'
import { SortableList } from '../kit/SortableList.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { ParcelPreview } from './ParcelPreview.tsx'
import { ZoneDialog } from './ZoneDialog.tsx'

export function ShippingPage() {
  const zones = useQuery(api.shipping.zones.queryOptions())
  const [isCreating, setCreating] = useState(false)
  const add = (
    <Button disabled={(zones.data?.length ?? 0) >= MOST_ZONES} onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Add zone
    </Button>
  )
  return (
    <AdminPage help="shipping" title="Shipping" actions={zones.data?.length ? add : undefined}>
      <WhenLoaded
        query={zones}
        failure="Failed to load shipping zones"
        placeholder={<Skeleton className="h-64" />}
      >
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              icon={<Truck aria-hidden="true" strokeWidth={1.5} />}
              title="Shipping is not charged"
              text="Without zones every order is sent for free, to any address. Add a zone to charge shipping."
              action={add}
            />
          ) : (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <Zones zones={data} />
              <ParcelPreview />
            </div>
          )
        }
      </WhenLoaded>
      {isCreating && <ZoneDialog zone={null} onClose={() => setCreating(false)} />}
    </AdminPage>
  )
}

function Zones({ zones }: { zones: ShippingZone[] }) {
  const [edited, setEdited] = useState<ShippingZone | null>(null)
  const [deleted, setDeleted] = useState<ShippingZone | null>(null)
  const refresh = [api.shipping.key(), api.setup.key()]
  const { mutate: reorder } = useAdminMutation({
    run: (ids: string[]) => client.shipping.reorder({ ids }),
    refresh,
  })
  const formatMoney = useMoney()
  const remove = useAdminMutation({
    run: (id: string) => client.shipping.remove({ id }),
    success: 'Zone deleted successfully',
    refresh,
    onSuccess: () => setDeleted(null),
  })
  return (
    <Card
      title="Zones"
      text="Orders to places in no zone can not be placed. The cart says what is missing for free delivery in the first zone."
    >
      <SortableList label="Zones" items={zones} itemName={({ name }) => name} onReorder={reorder}>
        {(zone) => (
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-1 sm:flex-nowrap">
            <div className="grid min-w-0 flex-1 gap-1 max-sm:basis-full">
              <p className="font-medium">{zone.name}</p>
              <p className="line-clamp-2 text-quiet text-sm">
                {zone.places.map(placeName).join(', ')}
              </p>
              <ul className="grid gap-0.5 text-sm">
                {zone.methods.map((method) => (
                  <li key={method.id} className={method.active ? undefined : 'text-quiet'}>
                    {method.name}: {priceText(method, formatMoney)}
                    {method.active ? '' : ' (off)'}
                  </li>
                ))}
              </ul>
            </div>
            <div className="flex shrink-0 gap-2 max-sm:w-full max-sm:justify-end">
              <Button look="outline" size="small" onClick={() => setEdited(zone)}>
                <Pencil aria-hidden="true" className="size-4" />
                Edit<span className="sr-only"> {zone.name}</span>
              </Button>
              <Button look="outline" size="small" onClick={() => setDeleted(zone)}>
                <Trash2 aria-hidden="true" className="size-4" />
                <span className="sr-only">Delete {zone.name}</span>
              </Button>
            </div>
          </div>
        )}
      </SortableList>
      {edited && <ZoneDialog zone={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        text={
          zones.length === 1
            ? 'It is the last zone: shipping is no longer charged, and any address is taken.'
            : 'Its methods are deleted with it. Orders that were placed keep what was charged.'
        }
        confirmLabel="Delete"
        onConfirm={() => deleted && remove.mutate(deleted.id)}
      />
    </Card>
  )
}

type Method = ShippingZone['methods'][number]

function priceText({ kind, price, steps, free_from }: Method, formatMoney: Money) {
  if (kind === 'pickup') return 'pick-up, free'
  const [first, last] = [steps[0], steps.at(-1)]
  const amount =
    kind === 'flat' || !first || !last
      ? formatMoney(price)
      : `${formatMoney(first.price)} to ${formatMoney(last.price)} by weight`
  return free_from === null ? amount : `${amount}, free from ${formatMoney(free_from)}`
}
