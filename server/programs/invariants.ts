import { type SQL, sql } from 'drizzle-orm'

type Invariant = { holds: string; exceptions: (at: Date) => SQL }

/** What must always be true of the data. Each query lists the exceptions, as text. */
export const INVARIANTS: Invariant[] = [
  {
    holds: 'a customer has the number and the sum of the own orders',
    exceptions: () => sql`
      with counted as (
        select coalesce(user_id::text, lower(guest_email)) as key, count(*) as order_count,
          coalesce(sum(total) filter (where completed_at is not null and status <> 'cancelled'), 0) as spent
        from orders where user_id is not null or guest_email is not null group by 1
      )
      select format('customer %s: %s orders, %s; counted %s, %s', coalesce(o.key, c.email),
        c.order_count, c.spent, o.order_count, o.spent) as finding
      from customers c full join counted o on o.key = coalesce(c.user_id::text, c.email)
      where coalesce(c.order_count, 0) <> coalesce(o.order_count, 0) or coalesce(c.spent, 0) <> coalesce(o.spent, 0)`,
  },
  {
    holds: 'a card of the lists says what follows from its products',
    exceptions: () => sql`
      select format('listing %s: %s, computed %s', coalesce(l.id, c.id), to_jsonb(l) - 'search_words', to_jsonb(c) - 'search_words') as finding
      from listings l full join compute_listings(array(select distinct coalesce(group_id, id) from products)) c on c.id = l.id
      where (to_jsonb(l) @> to_jsonb(c)) is not true`,
  },
  {
    holds: 'the stock of a product is the sum of its movements',
    exceptions: () => sql`
      select format('product %s: stock %s, movements %s', p.id, p.stock, coalesce(m.sum, 0)) as finding
      from products p
      left join (select product_id, sum(change) as sum from stock_movements group by 1) m on m.product_id = p.id
      where p.stock <> coalesce(m.sum, 0)`,
  },
  {
    // What was returned to stock is held no more; an order that was cancelled and revived since holds all again.
    holds: 'an order has taken what it holds, and nothing else',
    exceptions: () => sql`
      with restocked as (
        select r.order_id, i.product_id, sum(i.restocked) as units
        from returns r join return_items i on i.return_id = r.id group by 1, 2
      ), expected as (
        select i.order_id, i.product_id, case when o.holds_stock then -i.quantity else 0 end as change,
          case when o.holds_stock then coalesce(b.units, 0) else 0 end as back
        from order_items i join orders o on o.id = i.order_id
        left join restocked b on b.order_id = i.order_id and b.product_id = i.product_id
      ), moved as (
        select order_id, product_id, sum(change) as change from stock_movements
        where order_id is not null group by 1, 2
      )
      select format('order %s, product %s: expected %s, movements %s',
        coalesce(e.order_id, m.order_id), coalesce(e.product_id, m.product_id),
        coalesce(e.change, 0), coalesce(m.change, 0)) as finding
      from expected e full join moved m on m.order_id = e.order_id and m.product_id = e.product_id
      where coalesce(m.change, 0) not between coalesce(e.change, 0) and coalesce(e.change + e.back, 0)`,
  },
  {
    holds: 'what returns put back to stock is in its movements',
    exceptions: () => sql`
      with noted as (
        select r.order_id, i.product_id, sum(i.restocked) as units
        from returns r join return_items i on i.return_id = r.id group by 1, 2 having sum(i.restocked) > 0
      ), moved as (
        select order_id, product_id, sum(change) as units from stock_movements where reason = 'returned' group by 1, 2
      )
      select format('order %s, product %s: returns %s, movements %s', order_id, product_id, n.units, m.units) as finding
      from noted n full join moved m using (order_id, product_id)
      where n.units is distinct from m.units`,
  },
  {
    holds: 'no more is returned than was bought',
    exceptions: () => sql`
      select format('order %s, product %s: returned %s of %s', r.order_id, i.product_id,
        sum(counted_as_returned(r.status, i.quantity, i.arrived)), coalesce(b.quantity, 0)) as finding
      from returns r join return_items i on i.return_id = r.id
      left join order_items b on b.order_id = r.order_id and b.product_id = i.product_id
      group by r.order_id, i.product_id, b.quantity
      having sum(counted_as_returned(r.status, i.quantity, i.arrived)) > coalesce(b.quantity, 0)`,
  },
  {
    holds: 'the refund of a return is one of its order',
    exceptions: () => sql`
      select format('return %s of order %s: refund %s is of order %s', r.id, r.order_id, f.id, p.order_id) as finding
      from returns r join refunds f on f.id = r.refund_id join payments p using (payment_id)
      where p.order_id is distinct from r.order_id`,
  },
  {
    holds:
      'an order holds its stock, unless it is cancelled or waits for its payment without a hold',
    exceptions: () => sql`
      select format('order %s: %s, holds stock: %s', id, status, holds_stock) as finding
      from orders
      where holds_stock and status = 'cancelled'
        or not holds_stock and status <> 'cancelled' and (status <> 'pending' or completed_at is not null)`,
  },
  {
    holds: 'the last event of an order names its status',
    exceptions: () => sql`
      select format('order %s: %s, last event %s', o.id, o.status, coalesce(e.to_status, 'none')) as finding
      from orders o
      left join lateral (
        select to_status from order_events where order_id = o.id order by id desc limit 1
      ) e on true
      where o.status is distinct from e.to_status`,
  },
  {
    holds: 'the sum of an order is the sum of its lines',
    exceptions: () => sql`
      select format('order %s: subtotal %s, lines %s', o.id, o.subtotal, coalesce(i.sum, 0)) as finding
      from orders o
      left join (select order_id, sum(price * quantity) as sum from order_items group by 1) i on i.order_id = o.id
      where o.subtotal <> coalesce(i.sum, 0)`,
  },
  {
    holds: 'the tax of an order is the sum of its tax lines',
    exceptions: () => sql`
      select format('order %s: tax %s, lines %s', o.id, o.tax, coalesce(l.sum, 0)) as finding
      from orders o
      left join lateral (
        select sum((line->>'amount')::numeric) from jsonb_array_elements(o.tax_lines) as line
      ) l on true
      where o.tax <> coalesce(l.sum, 0)`,
  },
  {
    holds: 'the uses of a coupon are the orders that hold one',
    exceptions: () => sql`
      select format('coupon %s: current_uses %s, orders %s', c.code, c.current_uses, coalesce(o.count, 0)) as finding
      from coupons c
      left join (
        select coupon_code, count(*) from orders where holds_stock and coupon_code is not null group by 1
      ) o on o.coupon_code = c.code
      where c.current_uses <> coalesce(o.count, 0)`,
  },
  {
    holds:
      'a completed order has exactly one settled payment, costs nothing or was completed by hand',
    exceptions: () => sql`
      select format('order %s: total %s, settled payments %s', o.id, o.total, coalesce(p.count, 0)) as finding
      from orders o
      left join (
        select order_id, count(*) from payments where status = 'settled' group by 1
      ) p on p.order_id = o.id
      where coalesce(p.count, 0)
        <> case when o.completed_at is null or o.total = 0 or o.completed_by_hand then 0 else 1 end`,
  },
  {
    holds: 'a settled payment is the one its order names, with its merchant, page and amount',
    exceptions: () => sql`
      select format('payment %s of order %s: amount %s, total %s, named %s',
        p.payment_id, p.order_id, p.amount, o.total, coalesce(o.payment_id, 'none')) as finding
      from payments p join orders o on o.id = p.order_id
      where p.status = 'settled' and (p.amount <> o.total or o.payment_id is distinct from p.payment_id)`,
  },
  {
    holds: 'a payment without an order is not settled',
    exceptions: () => sql`
      select format('payment %s: %s without an order', payment_id, status) as finding
      from payments where order_id is null and status = 'settled'`,
  },
  {
    holds: 'what was given back of a payment is the sum of its refunds',
    exceptions: () => sql`
      select format('payment %s: refunded %s, refunds %s', p.payment_id, p.refunded, coalesce(r.sum, 0)) as finding
      from payments p
      left join (select payment_id, sum(amount) from refunds where status <> 'failed' group by 1) r
        on r.payment_id = p.payment_id
      where p.refunded <> coalesce(r.sum, 0)`,
  },
  {
    holds: 'no more shipping or tax is given back than an order had',
    exceptions: () => sql`
      select format('order %s: shipping %s of %s, tax %s of %s', o.id, r.shipping, o.shipping, r.tax, o.tax) as finding
      from orders o
      join (
        select order_id, sum(r.shipping) as shipping, sum(r.tax) as tax
        from refunds r join payments using (payment_id)
        where r.status <> 'failed' group by 1
      ) r on r.order_id = o.id
      where r.shipping > o.shipping or r.tax > o.tax`,
  },
  {
    holds: 'the tax of a refund is the sum of its tax lines',
    exceptions: () => sql`
      select format('refund %s: tax %s, lines %s', r.id, r.tax, coalesce(l.sum, 0)) as finding
      from refunds r
      left join lateral (
        select sum((line->>'amount')::numeric) from jsonb_array_elements(r.tax_lines) as line
      ) l on true
      where r.tax <> coalesce(l.sum, 0)`,
  },
  {
    holds: 'every picture that is shown is a stored file in use',
    exceptions: () => sql`
      with shown as (
        select 'product ' || id as place, unnest(images) as url from products
        union all select 'review ' || id, media_url from reviews
        union all select 'return ' || id, unnest(pictures) from returns
        union all select 'testimonial ' || id, image_url from testimonials
        union all select 'before and after ' || id, image_url from before_after
        union all select 'banner', background_image_url from banner_content
      )
      select format('%s shows %s: %s', place, url, case
        when f.name is null then 'no such file' else 'a file that will be removed' end) as finding
      from shown left join media_files f on '/files/' || f.name = url
      where url like '/files/%' and (f.name is null or f.used_at is null)`,
  },
  {
    holds: 'the rating of a product is that of its shown reviews',
    exceptions: () => sql`
      select format('product %s: %s stars in %s reviews, counts %s, reviews %s',
        p.id, p.rating_average, p.review_count, p.rating_counts, r.counts) as finding
      from products p
      cross join lateral (
        select array_agg(n order by star) as counts, sum(n) as total, sum(n * star) as stars
        from (
          select star, (
            select count(*) from reviews where product_id = p.id and rating = star and hidden_at is null
          )::int as n
          from generate_series(1, 5) star
        ) by_star
      ) r
      where p.rating_counts <> r.counts or p.review_count <> r.total
        or p.rating_average <> coalesce(round(r.stars::numeric / nullif(r.total, 0), 1), 0)`,
  },
  {
    holds: 'the helpful count of a review is the number of its votes',
    exceptions: () => sql`
      select format('review %s: %s, votes %s', r.id, r.helpful_count, coalesce(v.count, 0)) as finding
      from reviews r
      left join (select review_id, count(*) from review_votes group by 1) v on v.review_id = r.id
      where r.helpful_count <> coalesce(v.count, 0)`,
  },
  {
    holds: 'the sales of a day are the sum of the orders completed on it',
    exceptions: () => sql`
      select format('%s: sales %s, orders %s', day, s.sums, o.sums) as finding
      from (
        select day, row(sum(orders), sum(revenue_cents), sum(discount_cents), sum(shipping_cents), sum(tax_cents), sum(coupon_orders), sum(returning_orders))::text as sums
        from sales_by_day group by day having sum(orders) <> 0 or sum(revenue_cents) <> 0
      ) s full join (
        select (completed_at at time zone shop_time_zone())::date as day, row(count(*), sum((total * 100)::bigint),
          sum((discount * 100)::bigint), sum((shipping * 100)::bigint), sum((tax * 100)::bigint), count(coupon_code), count(*) filter (where is_returning))::text as sums
        from orders where completed_at is not null and status <> 'cancelled' group by 1
      ) o using (day)
      where s.sums is distinct from o.sums`,
  },
  {
    holds: 'the sales of a product are the sum of its lines, by day, month and year',
    exceptions: () => sql`
      select format('product %s, %s of %s: sales %s, lines %s', product_id, period, starts_on, s.sums, l.sums) as finding
      from (
        select period, starts_on, product_id, row(units, revenue_cents)::text as sums
        from sales_by_product where units <> 0 or revenue_cents <> 0
      ) s full join (
        select period, date_trunc(period, o.completed_at at time zone shop_time_zone())::date as starts_on, i.product_id,
          row(sum(i.quantity), sum((i.price * 100)::bigint * i.quantity))::text as sums
        from order_items i join orders o on o.id = i.order_id, unnest(array['day', 'month', 'year']) as p (period)
        where o.completed_at is not null and o.status <> 'cancelled' group by 1, 2, 3
      ) l using (period, starts_on, product_id)
      where s.sums is distinct from l.sums`,
  },
  {
    holds: 'the sales of a category are the sum of the lines sold in it, by day, month and year',
    exceptions: () => sql`
      select format('category %s, %s of %s: sales %s, lines %s', coalesce(s.category_id, l.category_id), coalesce(s.period, l.period),
        coalesce(s.starts_on, l.starts_on), s.sums, l.sums) as finding
      from (
        select period, starts_on, category_id, row(sum(units), sum(revenue_cents))::text as sums
        from sales_by_category group by 1, 2, 3 having sum(units) <> 0 or sum(revenue_cents) <> 0
      ) s full join (
        select period, date_trunc(period, o.completed_at at time zone shop_time_zone())::date as starts_on, i.category_id,
          row(sum(i.quantity), sum((i.price * 100)::bigint * i.quantity))::text as sums
        from order_items i join orders o on o.id = i.order_id, unnest(array['day', 'month', 'year']) as p (period)
        where o.completed_at is not null and o.status <> 'cancelled' group by 1, 2, 3
      ) l on l.period = s.period and l.starts_on = s.starts_on
        and coalesce(l.category_id::text, '') = coalesce(s.category_id::text, '')
      where s.sums is distinct from l.sums`,
  },
  {
    holds: 'an order that is paid by transfer or on pick-up has its stock, for 31 days at most',
    exceptions: (at) => sql`
      select format('order %s: holds its stock %s, until %s', id, holds_stock, hold_until) as finding
      from orders
      where status = 'pending' and completed_at is null and payment_method <> 'card'
        and (not holds_stock or hold_until > ${at.toISOString()}::timestamptz + interval '31 days 2 hours')`,
  },
  {
    holds: 'no order stays pending long after its hold has ended',
    exceptions: (at) => sql`
      select format('order %s: held until %s', id, coalesce(hold_until::text, 'no end')) as finding
      from orders
      where status = 'pending' and completed_at is null
        and (hold_until is null or hold_until < ${at.toISOString()}::timestamptz - interval '5 minutes')
        and not exists (
          select 1 from payments p where p.order_id = orders.id
            and p.status = 'needs-attention' and p.attention_reason = 'unconfirmed'
        )`,
  },
]
