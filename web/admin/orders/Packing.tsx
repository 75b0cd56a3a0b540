import { ChevronDown, ClipboardList, FileUp, PackageCheck, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { OrderRow } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import { api, client } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ShipFromCsv } from './ShipFromCsv.tsx'

const pickListUrl = (ids?: string[]) => `/api/orders/pick-list${ids ? `?ids=${ids.join(',')}` : ''}`

const countOf = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** For all orders that wait to be packed or shipped. */
export function PackingMenu() {
  const [isShipping, setShipping] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button look="outline">
            <PackageCheck aria-hidden="true" className="size-4" />
            Packing
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        <MenuItem asChild>
          <a href={pickListUrl()} target="_blank" rel="noreferrer">
            <ClipboardList aria-hidden="true" />
            Pick list of all to pack
          </a>
        </MenuItem>
        <MenuItem onSelect={() => setShipping(true)}>
          <FileUp aria-hidden="true" />
          Ship from a CSV file
        </MenuItem>
      </Menu>
      {isShipping && <ShipFromCsv onClose={() => setShipping(false)} />}
    </>
  )
}

/** For the selected orders. */
export function PackSelected({ orders, clear }: { orders: OrderRow[]; clear: () => void }) {
  const ids = orders.map(({ id }) => id)
  const isPacked = orders.every(({ packed_at }) => packed_at !== null)
  const { mutate, isPending } = useSetPacked(clear)
  const Icon = isPacked ? PackageOpen : PackageCheck
  return (
    <>
      <a
        href={pickListUrl(ids)}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle({ look: 'outline', size: 'small' })}
      >
        <ClipboardList aria-hidden="true" className="size-4" />
        Print pick list
      </a>
      <Button
        look="outline"
        size="small"
        busy={isPending}
        onClick={() => mutate({ ids, packed: !isPacked })}
      >
        {!isPending && <Icon aria-hidden="true" className="size-4" />}
        {isPacked ? 'Mark as not packed' : 'Mark as packed'}
      </Button>
    </>
  )
}

/** Those that are not to ship are named; the others are done. */
export function useSetPacked(onDone?: () => void) {
  return useAdminMutation({
    run: client.orders.set_packed,
    refresh: [api.orders.key()],
    onSuccess: ({ changed, refused }, { packed }) => {
      const [first] = refused
      const done = packed ? 'packed' : 'not packed'
      if (changed > 0) toast.success(`${countOf(changed)} marked as ${done}`)
      if (!first) {
        onDone?.()
        return
      }
      const others = refused.length > 1 ? ` and ${refused.length - 1} more` : ''
      toast.error('Error', `Order ${orderNumber(first.id)}${others}: ${first.message}`)
    },
  })
}
