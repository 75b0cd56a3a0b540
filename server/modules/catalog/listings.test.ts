import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { givenCategory, givenProduct } from '#server/testing/factories.ts'
import { givenReview } from '#server/testing/review-factories.ts'
import { product_groups, products } from './catalog.table.ts'
import { listings } from './listings.table.ts'
import { countSold, takeStock } from './stock.ts'

const { db } = await givenDatabase()

type Product = typeof products.$inferSelect
type Listing = typeof listings.$inferSelect

/** As plain as possible, apart from the words of the search. */
function listingOf(
  id: string,
  members: Product[],
): Omit<Listing, 'search_words' | 'top_seller'> | undefined {
  const sorted = members.toSorted(
    (a, b) => (a.group_position ?? 0) - (b.group_position ?? 0) || (a.id < b.id ? -1 : 1),
  )
  const onSale = sorted.filter(({ archived_at }) => archived_at === null)
  const [lead] = onSale
  if (!lead) return undefined
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  const review_count = sum(members.map((one) => one.review_count))
  const stars = sum(members.flatMap((one) => one.rating_counts.map((count, n) => count * (n + 1))))
  return {
    id,
    product_id: lead.id,
    category: lead.category,
    created_at: lead.created_at,
    featured: onSale.some(({ featured }) => featured),
    price: Math.min(...onSale.map(({ price }) => price)),
    stock: Math.min(10, sum(onSale.map(({ stock }) => stock))),
    on_sale: onSale.some(({ price, original_price }) => (original_price ?? 0) > price),
    option_ids: [...new Set(onSale.flatMap(({ option_ids }) => option_ids))].sort((a, b) => a - b),
    units_sold: sum(members.map((one) => one.units_sold)),
    review_count,
    rating_average: review_count === 0 ? 0 : Math.round((stars * 10) / review_count) / 10,
  }
}

async function expected() {
  const all = await db.select().from(products)
  const keyOf = ({ id, group_id }: Product) => group_id ?? id
  return [...new Set(all.map(keyOf))].flatMap(
    (key) =>
      listingOf(
        key,
        all.filter((one) => keyOf(one) === key),
      ) ?? [],
  )
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

async function expectListings() {
  const stored = await db.select().from(listings)
  const shown = stored.map(({ search_words, top_seller, ...rest }) => rest)
  expect(shown.toSorted(byId)).toEqual((await expected()).toSorted(byId))
}

const findsWord = async (word: string) => {
  const found = await db
    .select({ id: listings.id })
    .from(listings)
    .where(sql`${listings.search_words} @@ plainto_tsquery('simple', ${word})`)
  return found.map(({ id }) => id)
}

let groups = 0
async function givenGroup(name = `Serum ${++groups}`) {
  const [group] = await db
    .insert(product_groups)
    .values({ name, option_name: 'Size', kind: 'size' })
    .returning()
  return group!
}

const joined = (group: { id: string; name: string }, position: number, value: string) => ({
  group_id: group.id,
  group_name: group.name,
  group_position: position,
  group_value: value,
})

/** A sequence that repeats itself in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

test('listings follow whatever happens to products, in any order', async () => {
  const random = randomNumbers(20261117)
  await givenCategory(db, 'Serums')
  const made = await Promise.all([givenGroup(), givenGroup(), givenGroup(), givenGroup()])
  const ids: string[] = []
  const anyId = () => ids[random(ids.length)] ?? ''
  const change = (values: Partial<Product>) =>
    db.update(products).set(values).where(eq(products.id, anyId()))
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const { id } = await givenProduct(db, {
        price: 5 + random(50),
        stock: random(15),
        option_ids: random(2) ? [random(5)] : [],
      })
      ids.push(id)
    },
    () => change({ price: 5 + random(50) }),
    () => change({ original_price: random(2) ? 30 : null }),
    () => change({ featured: random(2) === 0 }),
    () => change({ category: random(2) ? 'Serums' : null }),
    () => change({ option_ids: [random(3), 3 + random(3)] }),
    () => change({ archived_at: random(3) ? null : '2026-01-01T00:00:00.000Z' }),
    () => change(joined(made[random(4)]!, random(6), `${random(1000)} ml`)),
    () => change({ group_position: null, group_id: null, group_name: null, group_value: null }),
    () =>
      db.execute(
        sql`update products set group_position = ${random(6)} where group_id is not null and id = ${anyId()}::uuid`,
      ),
    () =>
      db
        .update(products)
        .set({ stock: random(3) })
        .where(eq(products.id, anyId())),
    () => countSold(db, [{ product_id: anyId(), quantity: 1 + random(5) }], random(4) ? 1 : -1),
    () => givenReview(db, { product_id: anyId(), rating: 1 + random(5) }),
    () =>
      db.execute(
        sql`delete from reviews where id in (select id from reviews order by id limit ${random(3)})`,
      ),
    () => db.execute(sql`update reviews set hidden_at = now() where product_id = ${anyId()}::uuid`),
    async () => {
      if (random(4) > 0) return
      const [gone] = ids.splice(random(ids.length), 1)
      await db.delete(products).where(eq(products.id, gone ?? ''))
    },
    () => db.execute(sql`update products set price = price + 1, stock = stock + 1`),
    () =>
      db
        .update(product_groups)
        .set({ name: `Renamed ${random(1e9)}` })
        .where(eq(product_groups.id, made[random(4)]!.id))
        .then(async () => {
          for (const group of made) {
            const [row] = await db
              .select()
              .from(product_groups)
              .where(eq(product_groups.id, group.id))
            group.name = row?.name ?? ''
          }
        }),
  ]
  for (let n = 0; n < 12; n++) await acts[0]!()
  for (let n = 0; n < 400; n++) {
    await acts[random(acts.length)]!()
    if (n % 10 === 0) await expectListings()
  }
  await expectListings()
}, 60_000)

test('a card is found by what any of its sizes on sale is called', async () => {
  const group = await givenGroup('Zinnia Balm')
  await givenProduct(db, { name: 'Zinnia Balm', ...joined(group, 1, '30 ml') })
  const large = await givenProduct(db, { name: 'Zinnia Pot', ...joined(group, 2, 'Gigantic') })
  for (const word of ['zinnia', 'pot', '30ml', 'gigantic']) {
    expect(await findsWord(word), word).toEqual([group.id])
  }
  await db.update(products).set({ archived_at: sql`now()` }).where(eq(products.id, large.id))
  expect(await findsWord('gigantic')).toEqual([])
})

test('two who sell the last of two sizes at once leave a sold-out card', async () => {
  const group = await givenGroup()
  for (let n = 0; n < 20; n++) {
    const small = await givenProduct(db, { stock: 1, ...joined(group, 1, `small ${n}`) })
    const large = await givenProduct(db, { stock: 1, ...joined(group, 2, `large ${n}`) })
    const sell = (id: string) =>
      db.transaction((tx) =>
        takeStock(tx, crypto.randomUUID(), [{ product_id: id, quantity: 1 }], new Date()),
      )
    await Promise.all([sell(small.id), sell(large.id)])
    const [card] = await db.select().from(listings).where(eq(listings.id, group.id))
    expect(card?.stock).toBe(0)
  }
})

test('orders that cross two groups both ways do not deadlock', async () => {
  const [one, other] = [await givenGroup(), await givenGroup()]
  const stock = 500
  const members = await Promise.all([
    givenProduct(db, { stock, ...joined(one, 1, 'a') }),
    givenProduct(db, { stock, ...joined(other, 1, 'a') }),
    givenProduct(db, { stock, ...joined(one, 2, 'b') }),
    givenProduct(db, { stock, ...joined(other, 2, 'b') }),
  ])
  const ids = members.map(({ id }) => id).sort()
  const order = (...chosen: string[]) =>
    db.transaction((tx) =>
      takeStock(
        tx,
        crypto.randomUUID(),
        chosen.map((product_id) => ({ product_id, quantity: 1 })),
        new Date(),
      ),
    )
  const [a = '', b = '', c = '', d = ''] = ids
  const lanes = Array.from({ length: 15 }, () => [
    order(a, b),
    order(c, d),
    order(d, a),
    order(b, c),
  ])
  const taken = await Promise.all(lanes.flat())
  expect(taken.every(({ short }) => short.length === 0)).toBe(true)
  const left = await db.select().from(products).where(eq(products.group_id, one.id))
  const others = await db.select().from(products).where(eq(products.group_id, other.id))
  expect([...left, ...others].map((product) => product.stock)).toEqual([470, 470, 470, 470])
})
