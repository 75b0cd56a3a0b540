import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { COUPON_STATES, type Coupon, CouponQuery } from '#contract/coupons.ts'
import { api, client } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { Amount } from '../kit/Amount.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { useShopZone } from '../kit/shop-days.ts'
import type { Column } from '../kit/table-rows.tsx'
import { CouponDialog } from './CouponDialog.tsx'

const STATE_NAMES: Record<(typeof COUPON_STATES)[number], string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
  'used-up': 'Used up',
  inactive: 'Inactive',
}

export function CouponsPage() {
  const list = useList(CouponQuery, (input) => api.coupons.list.queryOptions({ input }))
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Coupon | null>(null)
  const { mutate: setActive } = useAdminMutation({
    run: client.coupons.set_active,
    success: 'Coupon updated successfully',
    refresh: [api.coupons.key()],
  })
  const zone = useShopZone()
  const columns = useMemo(() => columnsOf(setActive, zone), [setActive, zone])
  const create = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" className="size-4" />
      New coupon
    </Button>
  )
  return (
    <AdminPage help="coupons" wide title="Coupons" actions={create}>
      <DataTable
        label="coupons"
        list={list}
        columns={columns}
        rowName={({ code }) => code}
        searchLabel="Search by code"
        empty={{
          title: 'No coupons yet',
          text: 'A code gives your customers a discount at checkout.',
          action: create,
        }}
        filters={
          <FilterSelect
            list={list}
            name="state"
            label="State"
            options={COUPON_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))}
          />
        }
        rowActions={(coupon) => (
          <Menu
            trigger={
              <Button look="ghost" size="icon" aria-label={`Actions for ${coupon.code}`}>
                <Ellipsis aria-hidden="true" className="size-4" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setEdited(coupon)}>
              <Pencil aria-hidden="true" />
              Edit
            </MenuItem>
            <MenuItem danger onSelect={() => setDeleted(coupon)}>
              <Trash2 aria-hidden="true" />
              Delete
            </MenuItem>
          </Menu>
        )}
      />
      {edited && (
        <CouponDialog coupon={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <DeleteCoupon coupon={deleted} onClose={() => setDeleted(null)} />
    </AdminPage>
  )
}

type SetActive = (input: { id: string; version: number; active: boolean }) => void

const columnsOf = (setActive: SetActive, zone: string): readonly Column<Coupon>[] => [
  {
    id: 'code',
    header: 'Code',
    sort: 'code',
    phone: 'title',
    cell: ({ code }) => <span className="font-medium font-mono tracking-wide">{code}</span>,
  },
  {
    id: 'discount',
    header: 'Discount',
    align: 'right',
    cell: ({ discount_percentage, discount_amount }) =>
      discount_percentage === null ? (
        <Amount of={discount_amount ?? 0} />
      ) : (
        `${discount_percentage} %`
      ),
  },
  {
    id: 'valid',
    header: 'Valid',
    sort: 'valid_until',
    className: 'whitespace-nowrap',
    cell: ({ valid_from, valid_until }) => (
      <>
        {formatDate(valid_from, { timeZone: zone })} – {formatDate(valid_until, { timeZone: zone })}
      </>
    ),
  },
  {
    id: 'uses',
    header: 'Uses',
    sort: 'current_uses',
    align: 'right',
    cell: ({ code, current_uses, max_uses }) => (
      <Link
        to="/admin/orders"
        search={{ coupon_code: code }}
        aria-label={`Orders with ${code}`}
        className="underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        {current_uses} / {max_uses ?? '∞'}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: (coupon) => <State coupon={coupon} /> },
  {
    id: 'active',
    header: 'Active',
    cell: ({ id, version, code, active }) => (
      <Switch
        label={`${code} is active`}
        checked={active}
        onChange={(on) => setActive({ id, version, active: on })}
      />
    ),
  },
]

function State({ coupon }: { coupon: Coupon }) {
  const now = new Date().toISOString()
  if (!coupon.active) return <Badge>Inactive</Badge>
  if (coupon.valid_until < now) return <Badge tone="red">Expired</Badge>
  if (coupon.max_uses !== null && coupon.current_uses >= coupon.max_uses) {
    return <Badge tone="yellow">Used up</Badge>
  }
  if (coupon.valid_from > now) return <Badge tone="blue">Scheduled</Badge>
  return <Badge tone="green">Active</Badge>
}

function DeleteCoupon({ coupon, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const { mutate, isPending } = useAdminMutation({
    run: client.coupons.remove,
    success: 'Coupon deleted successfully',
    refresh: [api.coupons.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={coupon !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${coupon?.code ?? 'coupon'}?`}
      text="Nobody can use the code any more. Orders that used it keep their discount."
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => coupon && mutate({ id: coupon.id })}
    />
  )
}
