import type { Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { expect, expectAccessible, openPage, test } from './fixtures.ts'
import { askForProducts, productsInStock } from './shop-data.ts'

type Line = { id: string; name: string; price: number; image_url: string | null; quantity: number }

const productsOf = (page: Page) => productsInStock(page.request)

const lineOf = ({ id, name, price, image_url }: Omit<Line, 'quantity'>, quantity = 1): Line => ({
  id,
  name,
  price,
  image_url,
  quantity,
})

/** Opens the cart page in a browser that was left with this in its storage. */
async function openCartWith(page: Page, lines: Line[]) {
  await page.goto('/cart')
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify(lines))
  await page.reload()
}

const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))

const money = (dollars: number) => `$${dollars.toFixed(2)}`

const cartButton = (page: Page) => page.getByRole('button', { name: /^Cart/ })

const addButton = (page: Page) =>
  page
    .getByRole('button', { name: /^Add to Cart/ })
    .filter({ visible: true })
    .first()

const lineNamed = (list: Locator, name: string) =>
  list.getByRole('listitem').filter({ has: list.page().getByRole('link', { name, exact: true }) })

// Shows S2.17, S2.51, S2.52, S2.53, S3.3, S4.2
test('a shopper fills the drawer, changes it and empties it', { tag: '@both' }, async ({
  asGuest: page,
}) => {
  test.slow()
  const [first, second] = (await productsOf(page)).filter(({ stock }) => stock > 5)
  for (const product of [first!, second!, first!]) {
    await page.goto(`/product/${product.id}`)
    await addButton(page).click()
  }
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 3 items')

  await cartButton(page).click()
  const drawer = page.getByRole('dialog', { name: /Your cart/ })
  const line = lineNamed(drawer, first!.name)
  await expect(line).toContainText(money(first!.price * 2))
  await expect(line).toContainText(`${money(first!.price)} each`)
  await expect(line.locator('img')).toBeVisible()
  await expect(drawer.getByText(money(first!.price * 2 + second!.price))).toBeVisible()
  await expect(drawer.getByText('Go to Checkout')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Cart Page' })).toHaveAttribute('href', '/cart')
  await expectAccessible(page)

  await drawer.getByRole('button', { name: `One more ${second!.name}` }).click()
  await expect(drawer.getByText(money(first!.price * 2 + second!.price * 2))).toBeVisible()
  await drawer.getByRole('button', { name: `One less ${first!.name}` }).click()
  await drawer.getByRole('button', { name: `One less ${first!.name}` }).click()
  await expect(line).toBeHidden()
  await drawer.getByRole('button', { name: `Remove ${second!.name}` }).click()
  await expect(drawer.getByText('Your cart is empty')).toBeVisible()
  await expect(drawer.getByText('Go to Checkout')).toBeHidden()
  await expect.poll(() => storedCart(page)).toEqual([])
})

// Shows S4.4
test('the cart is stored in local storage with exactly five fields', async ({ asGuest: page }) => {
  const product = (await productsOf(page)).find(({ stock }) => stock > 1)!
  await page.goto(`/product/${product.id}`)
  await addButton(page).click()
  await expect.poll(() => storedCart(page)).toEqual([lineOf(product)])
  await page.reload()
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item')
})

// Shows S2.5, S2.54, S2.55, S2.56, S9.1
test('the cart page shows what it costs and leads to the checkout', { tag: '@core' }, async ({
  asGuest: page,
}) => {
  const [first, second] = (await productsOf(page)).filter(({ stock }) => stock > 5)
  await openCartWith(page, [lineOf(first!, 2), lineOf(second!)])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart')

  const summary = page.getByRole('region', { name: 'Order Summary' })
  const total = money(first!.price * 2 + second!.price)
  await expect(summary.getByText('Subtotal')).toBeVisible()
  await expect(summary.getByText(total)).toHaveCount(2)

  await page.getByRole('button', { name: `One more ${second!.name}` }).click()
  await expect(summary.getByText(money((first!.price + second!.price) * 2))).toHaveCount(2)
  await page.getByRole('button', { name: `Remove ${first!.name}` }).click()
  const list = page.getByRole('group', { name: 'Shopping Cart' })
  await expect(lineNamed(list, first!.name)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const suggestions = page.getByRole('region', { name: 'You May Also Like' })
  await expect(suggestions.getByRole('article')).not.toHaveCount(0)
  expect(await suggestions.getByRole('article').count()).toBeLessThanOrEqual(4)
  const { items } = await askForProducts(page, '?featured=true')
  const featured = items.map(({ name }) => name)
  for (const name of await suggestions.getByRole('heading', { level: 3 }).allTextContents()) {
    expect(featured).toContain(name)
  }

  const checkout = page.getByRole('link', { name: 'Proceed to Checkout' })
  await expect(checkout).toHaveAttribute('href', '/checkout')
})

test('a suggestion goes straight into the open cart', { tag: '@both' }, async ({
  asGuest: page,
}) => {
  await page.goto('/cart')
  const suggestions = page.getByRole('region', { name: 'You May Also Like' })
  const name = (await suggestions.getByRole('link').first().textContent()) ?? ''
  await suggestions.getByRole('article').first().hover()
  await suggestions.getByRole('button').filter({ visible: true }).first().click()
  await expect(page.getByRole('group', { name: 'Shopping Cart' })).toContainText(name)
})

// Shows S2.57
test('an empty cart says so and offers a way on', { tag: '@core' }, async ({ asGuest: page }) => {
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Start Shopping' }).click()
  await expect(page).toHaveURL('/')
})

test('what changed in the shop is said when the cart is opened', async ({ asGuest: page }) => {
  test.slow()
  const products = await productsOf(page)
  const plenty = products.filter(({ stock }) => stock > 20)
  const [same, cheaper] = plenty
  const scarce = products.find(({ stock }) => stock > 0 && stock < 20) ?? plenty[2]!
  const soldOut = products.find(({ stock }) => stock === 0)
  const gone = { ...lineOf(same!), id: crypto.randomUUID(), name: 'Winter Balm' }
  const cart = [
    lineOf(same!, 2),
    { ...lineOf(cheaper!), price: cheaper!.price + 3 },
    lineOf(scarce, scarce.stock + 5),
    gone,
    ...(soldOut ? [lineOf(soldOut)] : []),
  ]
  const said = [
    `The price of ${cheaper!.name} changed from ${money(cheaper!.price + 3)} to ${money(cheaper!.price)}`,
    `Only ${scarce.stock} left of ${scarce.name}`,
    'Winter Balm is no longer available',
    ...(soldOut ? [`${soldOut.name} is out of stock`] : []),
  ]

  await openCartWith(page, cart)
  for (const text of said) await expect(page.getByRole('status').getByText(text)).toBeVisible()
  const list = page.getByRole('group', { name: 'Shopping Cart' })
  await expect(lineNamed(list, scarce.name)).toContainText(`Only ${scarce.stock} left`)
  await expect(page.getByRole('button', { name: `One more ${scarce.name}` })).toBeDisabled()
  await expect(list.getByRole('link', { name: 'Winter Balm' })).toHaveCount(0)
  await expectAccessible(page)
  await expect
    .poll(() => storedCart(page))
    .toEqual([lineOf(same!, 2), lineOf(cheaper!), lineOf(scarce, scarce.stock)])

  await page.reload()
  await expect(list).toBeVisible()
  await expect(page.getByText('changed from')).toBeHidden()

  // A page without the cart: the cart page would apply current prices to what is stored here.
  await page.goto('/privacy')
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(cart))
  await page.reload()
  await cartButton(page).click()
  const drawer = page.getByRole('dialog')
  for (const text of said) await expect(drawer.getByRole('status').getByText(text)).toBeVisible()
})

test('no more than there are go into the cart', async ({ asGuest: page }) => {
  // Of what there is plenty, other tests buy meanwhile.
  const product = (await productsOf(page)).find(({ stock }) => stock > 0 && stock <= 20)!
  await openCartWith(page, [lineOf(product, product.stock)])
  await page.goto(`/product/${product.id}`)
  await addButton(page).click()
  await expect(page.getByText(`Only ${product.stock} left`).first()).toBeVisible()
  expect((await storedCart(page))[0].quantity).toBe(product.stock)
})

test('a cart that cannot be checked still opens, and says so', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/cart\/prices|Failed to load resource|ERR_FAILED/)
  await page.route('**/api/cart/prices', (route) => route.abort())
  const product = (await productsOf(page)).find(({ stock }) => stock > 0)!
  await openCartWith(page, [lineOf(product)])
  await expect(page.getByRole('group', { name: 'Shopping Cart' })).toContainText(product.name)
  await expect(
    page.getByText('We could not check prices and stock just now. They are checked again'),
  ).toBeVisible()
})

test('two tabs show the same cart', async ({ asGuest: page, context }) => {
  const product = (await productsOf(page)).find(({ stock }) => stock > 5)!
  await page.goto('/cart')
  const other = await openPage(context)
  await other.goto(`/product/${product.id}`)
  await addButton(other).click()
  await expect(page.getByRole('group', { name: 'Shopping Cart' })).toContainText(product.name)

  await page.getByRole('button', { name: `One more ${product.name}` }).click()
  await expect(cartButton(other)).toHaveAccessibleName('Cart, 2 items')
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(cartButton(other)).toHaveAccessibleName('Cart')
  await other.close()
})

test('the drawer works with the keyboard alone', { tag: '@core' }, async ({ asGuest: page }) => {
  const product = (await productsOf(page)).find(({ stock }) => stock > 5)!
  await openCartWith(page, [lineOf(product)])
  await page.goto('/terms')
  await cartButton(page).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused()

  const oneMore = drawer.getByRole('button', { name: `One more ${product.name}` })
  for (let n = 0; n < 10 && !(await oneMore.evaluate((e) => e === document.activeElement)); n++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(drawer).toHaveAccessibleName('Your cart (2)')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(drawer.getByText('Your cart is empty')).toBeVisible()
  await expect.poll(() => drawer.evaluate((e) => e.contains(document.activeElement))).toBe(true)

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeFocused()
})

const BROKEN = [
  ...['', 'null', '7', '"cart"', '{}', '[', '[null]', '[[]]', 'undefined', '\0', '{"length":9}'],
  ...['[{"id":"a","name":"x","price":1,"quantity":1}]', '[{"__proto__":{"id":"a"}}]', '[1e999]'],
  ...['<img src=x onerror=alert(1)>', 'x'.repeat(1_000_000), `[${'{},'.repeat(9_999)}{}]`],
  `[{"id":"${crypto.randomUUID()}","name":{"a":1},"price":1,"quantity":1}]`,
  `[{"id":"${crypto.randomUUID()}","name":"x","price":-5,"quantity":1}]`,
  `[{"id":"${crypto.randomUUID()}","name":"x","price":1,"quantity":1.5}]`,
]

test('whatever lies in the storage, the shop opens', async ({ asGuest: page }) => {
  test.setTimeout(120_000)
  await page.goto('/cart')
  for (const text of BROKEN) {
    await page.evaluate((value) => localStorage.setItem('cart', value), text)
    await page.reload()
    await expect(page.getByText('Your cart is empty'), text.slice(0, 80)).toBeVisible()
  }

  const junk = fc.sample(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), 200)
  await page.evaluate(async (values) => {
    for (const value of values) {
      localStorage.setItem('cart', value)
      window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
      await new Promise(requestAnimationFrame)
    }
  }, junk)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('hostile words in a stored cart are words', async ({ asGuest: page }) => {
  const product = (await productsOf(page)).find(({ stock }) => stock > 0)!
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    return dialog.dismiss()
  })
  await openCartWith(page, [
    {
      ...lineOf(product),
      name: '<img src=x onerror=alert(1)>',
      image_url: 'javascript:alert(1)',
    },
  ])
  await expect(page.getByRole('group', { name: 'Shopping Cart' })).toContainText(product.name)
  expect(alerts).toBe(0)
})
