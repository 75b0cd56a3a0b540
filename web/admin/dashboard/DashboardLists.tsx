import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/insights.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { STATUS_NAMES, StatusBadge } from '../kit/order-marks.tsx'

type ProductRowProps = {
  product: { id: string; name: string; image_url: string | null }
  text: ReactNode
  children: ReactNode
}

function ProductRow({ product: { name, image_url }, text, children }: ProductRowProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-2">
      <span className="size-10 shrink-0 overflow-hidden rounded-md bg-blush">
        <Picture src={image_url} alt="" sizes="40px" className="size-full object-cover" />
      </span>
      <span className="grid min-w-0 flex-1">
        <Link
          to="/admin/products"
          search={{ q: name }}
          className="truncate font-medium text-sm after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        <span className="text-quiet text-xs">{text}</span>
      </span>
      <span className="shrink-0 text-right text-sm tabular-nums">{children}</span>
    </li>
  )
}

export function TopProducts({ products }: { products: Dashboard['top_products'] }) {
  const formatMoney = useMoney()
  return (
    <Card title="Top Selling Products" text="By revenue in this period, before coupons.">
      {products.length === 0 ? (
        <Nothing>Nothing was sold in this period.</Nothing>
      ) : (
        <ol className="-my-2 divide-y divide-line">
          {products.map((product) => (
            <ProductRow key={product.id} product={product} text={`${product.units} sold`}>
              {formatMoney(product.revenue)}
            </ProductRow>
          ))}
        </ol>
      )}
    </Card>
  )
}

export function LowStock({ shop }: { shop: Dashboard['shop'] }) {
  const more = shop.low_stock - shop.low_stock_products.length
  return (
    <Card title="Low on stock" text="Fewer than 10 left, the emptiest first.">
      {shop.low_stock === 0 ? (
        <Nothing>Nothing is low on stock.</Nothing>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {shop.low_stock_products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              text={product.stock === 0 ? 'Sold out' : 'Reorder soon'}
            >
              <Badge tone={product.stock === 0 ? 'red' : 'yellow'}>{product.stock} left</Badge>
            </ProductRow>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-4 text-sm">
          <TextLink to="/admin/products" search={{ stock: 'low' }}>
            {more} more
          </TextLink>
        </p>
      )}
    </Card>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="py-6 text-center text-quiet text-sm">{children}</p>
)

const TextLink = ({
  to,
  search,
  children,
}: {
  to: LinkProps['to']
  search?: LinkProps['search']
  children: ReactNode
}) => (
  <Link
    to={to}
    search={search}
    className="underline decoration-line underline-offset-4 hover:decoration-ink"
  >
    {children}
  </Link>
)

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`

/** Orders by status, categories, customers and coupons. */
export function Breakdowns({ dashboard }: { dashboard: Dashboard }) {
  const formatMoney = useMoney()
  const { total, range, orders_by_status, top_categories } = dashboard
  const highest = Math.max(...top_categories.map(({ revenue }) => revenue), 0)
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Card title="Orders by status" text="Placed in this period.">
        <ul className="grid gap-2 text-sm">
          {orders_by_status.map(({ status, orders }) => (
            <li key={status} className="flex min-h-7 items-center justify-between">
              <Link
                to="/admin/orders"
                search={{ status, ...range }}
                aria-label={`${orders} ${STATUS_NAMES[status]}`}
                className="flex flex-1 items-center justify-between"
              >
                <StatusBadge status={status} />
                <span className="tabular-nums">{orders}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Best categories" text="By revenue in this period, before coupons.">
        {top_categories.length === 0 ? (
          <Nothing>Nothing was sold in this period.</Nothing>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 text-sm">
            {top_categories.map(({ category, revenue }) => (
              <li key={category} className="grid grid-cols-[minmax(0,1fr)] gap-1">
                <span className="flex justify-between gap-3">
                  <span className="min-w-0 truncate" title={category ?? undefined}>
                    {category === null ? (
                      'Without category'
                    ) : (
                      <TextLink to="/admin/products" search={{ category }}>
                        {category}
                      </TextLink>
                    )}
                  </span>
                  <span className="shrink-0 tabular-nums">{formatMoney(revenue)}</span>
                </span>
                <span aria-hidden="true" className="h-1.5 rounded-full bg-blush">
                  <span
                    className="block h-full rounded-full bg-rose"
                    style={{ width: `${highest > 0 ? (revenue / highest) * 100 : 0}%` }}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Customers and coupons" text="Of the paid orders in this period.">
        <dl className="grid gap-3 text-sm">
          <Fact
            label="By returning customers"
            value={percent(total.returning_orders, total.orders)}
          >
            {total.returning_orders} of {total.orders} orders
          </Fact>
          <Fact label="With a coupon" value={percent(total.coupon_orders, total.orders)}>
            <TextLink to="/admin/coupons">{total.coupon_orders} uses</TextLink>
          </Fact>
          <Fact label="Discount given" value={formatMoney(total.discount)} />
          {total.shipping > 0 && (
            <Fact label="Shipping charged" value={formatMoney(total.shipping)} />
          )}
          {total.tax > 0 && <Fact label="Tax collected" value={formatMoney(total.tax)} />}
          <Fact label="Refunded" value={formatMoney(total.refunded)} />
        </dl>
      </Card>
    </div>
  )
}

type FactProps = { label: string; value: string; children?: ReactNode }

function Fact({ label, value, children }: FactProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>
        {label}
        {children && <span className="block text-quiet text-xs">{children}</span>}
      </dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
