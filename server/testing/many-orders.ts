/** Orders of one product as checkout writes them, with all that the doctor asks for. $1: its id, $2: how many. */
export const MANY_ORDERS = `
  with product as (
    update products set stock = stock - $2::int where id = $1::uuid returning id, name
  ), placed as (
    insert into orders (guest_email, shipping_address, subtotal, total, item_names, hold_until)
    select 'guest' || n || '@example.com', jsonb_build_object('fullName', 'Guest ' || n, 'email', 'guest' || n || '@example.com',
      'address', '1 Garden Row', 'city', 'Boston', 'state', 'MA', 'zipCode', '02110', 'country', 'United States'),
      20, 20, product.name, now() + interval '1 day'
    from product, generate_series(1, $2::int) n returning id
  ), lines as (
    insert into order_items (order_id, product_id, quantity, price, name)
    select placed.id, product.id, 1, 20, product.name from placed, product
  ), events as (
    insert into order_events (order_id, to_status, actor, reason, created_at)
    select id, 'pending', 'customer', 'Order placed', now() from placed
  )
  insert into stock_movements (product_id, change, reason, order_id)
  select product.id, -1, 'ordered', placed.id from placed, product`
