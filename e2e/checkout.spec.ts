import type { Locator } from '@playwright/test'
import type { ShippingAddress } from '#contract/orders.ts'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import {
  expectPaid,
  fieldOf,
  fillAddress,
  mailTo,
  money,
  newCustomer,
  openWithCart,
  placeOrder,
  storedCart,
  test,
} from './checkout-fixtures.ts'
import { CARDS, cardDetails, onPaymentPage, payByCard } from './clover.ts'
import { expect, expectAccessible, openPage } from './fixtures.ts'
import { toast } from './toasts.ts'

// Each of them walks through several pages, and axe looks at every one.
test.slow()
// The purchase is made with everything that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// Shows S1.3, S2.58, S2.79, S4.5, S4.11, S6.1
test('a guest buys, sees the order and gets the confirmation with its invoice', {
  tag: ['@core', '@both'],
}, async ({ asGuest: page, admin, products: [serum, cream], browser }) => {
  const ada = newCustomer()
  const total = money(serum!.price * 2 + cream!.price)
  await openWithCart(page, '/checkout', [[serum!, 2], [cream!]])
  await expect(page.getByText(total).last()).toBeVisible()
  await expect(page.getByText('Secure payment', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox')).not.toBeChecked()

  await fillAddress(page, ada)
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  await expect(page.getByText(ada.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect.poll(() => storedCart(page)).toEqual([])
  await expectAccessible(page)

  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  expect(mail.attachments).toEqual([
    { filename: expect.stringMatching(/\.pdf$/), type: 'application/pdf' },
  ])

  await expect(page.getByRole('link', { name: 'View My Orders' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { name: 'Items' })).toBeVisible()
  await expect(page.getByText(ada.address)).toBeVisible()
  await expect(page.getByText(total).last()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download invoice' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await test.step('the link of the mail opens the order anywhere, without its key nothing does', async () => {
    const link = /\/order\/[\da-f-]{36}\?key=[\w-]+/.exec(mail.html.replaceAll('&amp;', '&'))?.[0]
    expect(link).toBeDefined()
    const stranger = await browser.newContext()
    const other = await openPage(stranger)
    await other.goto(link!)
    await expect(other.getByText(ada.address)).toBeVisible()
    await stranger.clearCookies()
    for (const path of [link!.replace(/key=.*/, ''), link!.replace(/.$/, '_')]) {
      await other.goto(path)
      await expect(other.getByText('Oops! Page not found')).toBeVisible()
      await expect(other.getByText(ada.address)).toBeHidden()
      await expect(other.getByText(serum!.name)).toBeHidden()
    }
    await stranger.close()
  })

  await test.step('an account can be made that keeps the order', async () => {
    const offer = page.getByRole('region', { name: 'Keep this order' })
    await offer.getByLabel('Password', { exact: true }).fill('bergamot-and-rain')
    await offer.getByRole('button', { name: 'Make an account' }).click()
    await expect(page.getByText('You must agree to the Terms of Service')).toBeVisible()
    await offer.getByRole('checkbox').check()
    await expectAccessible(page)
    await offer.getByRole('button', { name: 'Make an account' }).click()
    await toast(page, 'This order is in your account now.')
    await expect(offer).toHaveCount(0)
    const { items } = await (await page.request.get('/api/orders')).json()
    expect(items.map(({ total }: { total: number }) => money(total))).toEqual([total])
  })

  await test.step('order again fills the cart', async () => {
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByRole('dialog', { name: 'Your cart (3)' })).toBeVisible()
  })
})

test('keyboard alone can buy', { tag: '@desktop' }, async ({
  asGuest: page,
  products: [serum],
}) => {
  const tabTo = async (target: Locator) => {
    const isFocused = () => target.evaluate((element) => element === document.activeElement)
    for (let n = 0; n < 60 && !(await isFocused()); n++) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  const press = async (target: Locator) => {
    await tabTo(target)
    await page.keyboard.press('Enter')
  }
  const type = async (target: Locator, text: string) => {
    await tabTo(target)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }

  await page.goto(`/product/${serum!.id}`)
  await press(page.getByRole('button', { name: `Add to Cart: ${serum!.name}` }).first())
  await toast(page, 'Added to cart')
  await page.goto('/cart')
  await press(page.getByRole('link', { name: 'Proceed to Checkout' }))

  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  for (const [name, text] of Object.entries(newCustomer())) {
    await type(fieldOf(page, name as keyof ShippingAddress), text)
  }
  await press(page.getByRole('button', { name: 'Place Order' }))

  await onPaymentPage(page)
  for (const [label, text] of Object.entries(cardDetails())) {
    await type(page.getByLabel(label), text)
  }
  await press(page.getByRole('button', { name: /^Pay \$/ }))
  await expectPaid(page)
})

// Shows S1.3, S2.9, S2.79
test('a customer finds the form filled in, and the order under My Orders', {
  tag: '@core',
}, async ({ asShopper: page, products: [serum] }) => {
  await openWithCart(page, '/checkout', [[serum!]])
  await expect(fieldOf(page, 'fullName')).toHaveValue(DEMO_ACCOUNTS.shopper.full_name)
  await expect(fieldOf(page, 'email')).toHaveValue(DEMO_ACCOUNTS.shopper.email)
  await expect(page.getByRole('complementary', { name: 'Account' })).toBeHidden()
  await expect(page.getByRole('checkbox')).toBeHidden()

  const { fullName, email, ...address } = newCustomer()
  for (const [name, value] of Object.entries({ ...address, city: 'Salem' })) {
    await fieldOf(page, name as keyof typeof address).fill(value)
  }
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  const orderId = new URL(page.url()).searchParams.get('order_id') ?? ''
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await expect(page).toHaveURL(/\/my-orders$/)
  await expect(page.getByText(orderId.slice(0, 8)).first()).toBeVisible()

  await test.step('the next time the last address is there', async () => {
    await openWithCart(page, '/checkout', [[serum!]])
    await expect(fieldOf(page, 'city')).toHaveValue('Salem')
    await expect(fieldOf(page, 'fullName')).toHaveValue(DEMO_ACCOUNTS.shopper.full_name)
  })
})

// Shows S2.6, S2.58, S2.60, S5.8
test('every field says what it wants, and nothing is sent before', { tag: '@core' }, async ({
  asGuest: page,
  products: [serum],
  ordersMade,
}) => {
  await openWithCart(page, '/checkout', [[serum!]])
  const account = page.getByRole('complementary', { name: 'Account' })
  await expect(account.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/auth?redirect=/checkout',
  )
  await expect(account.getByRole('link', { name: 'sign in' })).toHaveAttribute(
    'href',
    '/auth?mode=signin&redirect=/checkout',
  )

  await fieldOf(page, 'email').fill('ada@example')
  await fieldOf(page, 'email').blur()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()

  await placeOrder(page)
  for (const label of ['Full name', 'Address', 'City', 'State', 'ZIP code', 'Country']) {
    await expect(page.getByText(`${label} is required`, { exact: true })).toBeVisible()
  }
  await expect(fieldOf(page, 'fullName')).toBeFocused()
  await expectAccessible(page)
  expect(await ordersMade()).toEqual([])

  const hints = await page
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
  expect(hints.slice(0, 7)).toEqual([
    'name',
    'email',
    'address-line1',
    'address-level2',
    'address-level1',
    'postal-code',
    'country-name',
  ])
})

// Shows S2.58, S5.9, S8.5, S8.6, S8.7
test('coupons take off a percentage or an amount, and say why they do not', {
  tag: '@core',
}, async ({ asGuest: page, products: [serum], database, expectTrouble }) => {
  expectTrouble(/409/)
  // Guesses are counted for the whole machine that runs the tests.
  await database.query(`delete from call_limits where key like 'coupons.validate%'`)
  await openWithCart(page, '/checkout', [[serum!, 2]])
  const subtotal = serum!.price * 2
  const code = page.getByLabel('Coupon code')
  const apply = page.getByRole('button', { name: 'Apply' })

  await test.step('a blank code is ignored', async () => {
    await code.fill('   ')
    await apply.click()
    await expect(apply).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('an expired or unknown code', async () => {
    await code.fill('SPRING20')
    await apply.click()
    await expect(page.getByText('This coupon code is not valid')).toBeVisible()
  })
  await test.step('one that is used up', async () => {
    await code.fill('FIRST100')
    await code.press('Enter')
    await expect(page.getByText('This coupon has reached its usage limit')).toBeVisible()
  })
  await test.step('a fixed amount, taken off again', async () => {
    await code.fill('glow5')
    await apply.click()
    await expect(page.getByText('Coupon applied! You saved $5.00')).toBeVisible()
    await expect(page.getByText(money(subtotal - 5)).last()).toBeVisible()
    await page.getByRole('button', { name: 'Remove coupon GLOW5' }).click()
    await expect(page.getByText(money(subtotal - 5))).toBeHidden()
  })
  await test.step('a percentage is paid at the reduced price', async () => {
    const discount = Math.round(subtotal * 10) / 100
    await code.fill('welcome10')
    await apply.click()
    await expect(page.getByText(`Coupon applied! You saved ${money(discount)}`)).toBeVisible()
    await expectAccessible(page)
    await fillAddress(page, newCustomer())
    await placeOrder(page)
    await onPaymentPage(page)
    const due = page.getByRole('button', { name: `Pay ${money(subtotal - discount)}` })
    await expect(due).toBeVisible()
    await payByCard(page)
    await expectPaid(page)
    await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  })
})

test(
  'an order that costs nothing needs no payment page',
  { tag: '@core' },
  async ({ asGuest: page, products: [serum], database }, { project }) => {
    const code = `GIFT-${project.name}`.toUpperCase()
    await database.query(
      `insert into coupons (code, discount_percentage, valid_from, valid_until, active)
     values ($1, 100, now() - interval '1 day', now() + interval '1 day', true) on conflict do nothing`,
      [code],
    )
    await openWithCart(page, '/checkout', [[serum!]])
    await page.getByLabel('Coupon code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Coupon applied!')).toBeVisible()
    await fillAddress(page, newCustomer())
    await placeOrder(page)
    await expectPaid(page)
    await expect.poll(() => storedCart(page)).toEqual([])
  },
)

// Shows S2.52, S7.26
test('express checkout goes from the drawer to the payment page and asks for the address afterwards', {
  tag: '@core',
}, async ({ asGuest: page, admin, products: [serum] }) => {
  const ada = newCustomer()
  await openWithCart(page, '/products', [[serum!]])
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('button', { name: 'Go to Checkout' }).click()
  await payByCard(page)
  await expectPaid(page)
  await expect.poll(() => storedCart(page)).toEqual([])

  await expect(page.getByRole('heading', { name: 'Where should we send it?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('ZIP code is required')).toBeVisible()
  await fillAddress(page, ada)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByRole('heading', { name: 'Where should we send it?' })).toBeHidden()
  await expect(page.getByText(ada.email)).toBeVisible()
  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  expect(mail.attachments).toHaveLength(1)
})

// Shows S4.5
test('a payment takes what was bought out of the cart, not what another tab added meanwhile', async ({
  asGuest: page,
  context,
  products: [serum, cream],
}) => {
  await openWithCart(page, '/products', [[serum!]])
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('button', { name: 'Go to Checkout' }).click()
  await onPaymentPage(page)

  const other = await openPage(context)
  const inCart: { id: string; quantity: number }[] = [{ id: serum!.id, quantity: 2 }]
  for (const product of [serum!, cream!]) {
    await other.goto(`/product/${product.id}`)
    await other
      .getByRole('button', { name: `Add to Cart: ${product.name}` })
      .filter({ visible: true })
      .first()
      .click()
    if (product === cream) inCart.push({ id: cream.id, quantity: 1 })
    // A click before hydration is repeated after it: leaving the page at once would lose it.
    await expect.poll(() => storedCart(other)).toMatchObject(inCart)
  }

  await payByCard(page)
  await expectPaid(page)
  await expect
    .poll(() => storedCart(other))
    .toMatchObject([
      { id: serum!.id, quantity: 1 },
      { id: cream!.id, quantity: 1 },
    ])
  await other.close()
})

test('a shopper who comes back from the payment page still has the last ones in the cart', async ({
  asGuest: page,
  products,
  database,
}) => {
  const product = products.at(-1)!
  const setStock = (stock: number) =>
    database.query('update products set stock = $2 where id = $1', [product.id, stock])
  await setStock(5)
  try {
    await openWithCart(page, '/products', [[product, 5]])
    await page.getByRole('button', { name: /^Cart/ }).click()
    await page.getByRole('button', { name: 'Go to Checkout' }).click()
    await onPaymentPage(page)

    await page.goto('/cart')
    const unpaid = page.getByRole('region', { name: 'Unpaid order' })
    await expect(unpaid).toContainText('is reserved for you until')
    await expect(page.getByText(`${product.name} is out of stock`)).toBeHidden()
    expect(await storedCart(page)).toMatchObject([{ id: product.id, quantity: 5 }])
    await expectAccessible(page)

    await page.goto('/products')
    await page.getByRole('button', { name: /^Cart/ }).click()
    const drawer = page.getByRole('dialog', { name: /^Your cart/ })
    await expect(drawer.getByRole('region', { name: 'Unpaid order' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Continue to payment' }).click()
    await onPaymentPage(page)
  } finally {
    await setStock(product.stock)
  }
})

test('an order larger than what is held is placed, and says that it is not reserved until paid', async ({
  asGuest: page,
  products,
  database,
}) => {
  const product = products.at(-2)!
  const setStock = (stock: number) =>
    database.query('update products set stock = $2 where id = $1', [product.id, stock])
  await setStock(500)
  try {
    await openWithCart(page, '/products', [[product, 61]])
    await page.getByRole('button', { name: /^Cart/ }).click()
    await page.getByRole('button', { name: 'Go to Checkout' }).click()
    await onPaymentPage(page)
    await page.goto('/cart')
    await expect(page.getByRole('region', { name: 'Unpaid order' })).toContainText(
      'is not reserved until paid',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await payByCard(page)
    await expectPaid(page)
  } finally {
    await setStock(product.stock)
  }
})

test('express checkout offers a customer the last address', async ({
  asShopper: page,
  products: [serum],
}) => {
  await openWithCart(page, '/products', [[serum!]])
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('button', { name: 'Go to Checkout' }).click()
  await payByCard(page)
  await expectPaid(page)
  await expect(page.getByText('We filled in the address of your last order')).toBeVisible()
  await expect(fieldOf(page, 'city')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('is confirmed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Address' })).toBeHidden()
})

// Shows S2.80, S4.14, S8.22
test('a declined card is shown at once, and the same order is paid with another one', {
  tag: '@core',
}, async ({ asGuest: page, admin, products: [serum], ordersMade }) => {
  const ada = newCustomer()
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, ada)
  await placeOrder(page)
  await payByCard(page, CARDS.declined)
  const reason = 'Your card has insufficient funds. Please use a different card.'
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts.getByText(reason)).toBeVisible()
  await expect(toasts.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expectAccessible(page)
  expect(await storedCart(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByCard(page)
  await expectPaid(page)
  expect(await ordersMade()).toHaveLength(1)
  await mailTo(admin, ada.email, 'payment-failed')
})

test('after paying, the back button leads to no second payment', async ({
  asGuest: page,
  products: [serum],
  ordersMade,
}) => {
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, newCustomer())
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  await expect.poll(() => storedCart(page)).toEqual([])

  await page.goBack()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await ordersMade()).toHaveLength(1)
})

test('a double click is one order, and coming back from the payment page stays the same one', {
  tag: '@core',
}, async ({ asGuest: page, products: [serum], database }) => {
  const ada = newCustomer()
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, ada)
  await page.getByRole('button', { name: 'Place Order' }).dblclick()
  await onPaymentPage(page)

  await page.goBack()
  await expect(page.getByText('Your order waits for its payment')).toBeVisible()
  await expect(fieldOf(page, 'city')).toHaveValue(ada.city)
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  const placed = await database.query('select id from orders where guest_email = $1', [ada.email])
  expect(placed).toHaveLength(1)
})

// Shows S2.59, S2.78, S5.21
test('nothing to pay, nothing to see: an empty cart and a return without order lead elsewhere', async ({
  asGuest: page,
}) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/cart$/)
  await page.goto('/payment-success')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/payment-success?order_id=not-an-order')
  await expect(page).toHaveURL(/\/$/)
})
