import { randomUUID } from 'node:crypto'
import type { ProductSummary } from '#contract/catalog.ts'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { PASSWORD } from '../account-fixtures.ts'
import { cardDetails } from '../clover.ts'
import { DESKTOP, PHONE, type Visitor } from './visitor.ts'

/** What a journey is given: visitors in the engine under test, and what the shop sells. */
export type Travel = {
  visit: (size: { width: number; height: number }, allowed?: RegExp[]) => Promise<Visitor>
  shopUrl: string
  /** In stock, without sizes. */
  product: ProductSummary
  /** A photograph on disk. */
  photo: string
  /** Remembers what a visitor sees, for the page that compares the engines. */
  picture: (name: string, visitor: Visitor) => Promise<void>
}

export type Journey = (travel: Travel) => Promise<void>

const newAddress = () => `iris.${randomUUID().slice(0, 8)}@example.com`

async function signIn(visitor: Visitor, { email, password }: Account) {
  await visitor.open('/auth')
  await visitor.fill('Email', email)
  await visitor.fill('Password', password)
  await visitor.click('button', 'Sign In')
}

/** Ends at home, drawn: opening a page while another one is on its way fails in some engines. */
export async function signInAndLeave(visitor: Visitor, account: Account) {
  await signIn(visitor, account)
  await visitor.leave('/auth')
  await visitor.settle()
}

type Account = { email: string; password: string }

const ADDRESS = {
  'Full name': 'Iris Bloom',
  Address: '12 Rose Lane',
  City: 'Boston',
  State: 'MA',
  'ZIP code': '02110',
  Country: 'United States',
}

/** From the home page to the paid order, at the width of a phone. */
const purchase: Journey = async ({ visit, product, picture }) => {
  const visitor = await visit(PHONE)
  await visitor.open('/')
  await picture('home', visitor)
  await visitor.open(`/products?q=${encodeURIComponent(product.name)}`)
  await visitor.click('link', product.name)
  await visitor.see(product.name)
  await picture('product', visitor)
  await visitor.click('button', `Add to Cart: ${product.name}`)
  await visitor.see('Added to cart')
  await visitor.open('/cart')
  await visitor.click('link', 'Proceed to Checkout')
  const email = newAddress()
  for (const [label, text] of Object.entries({ ...ADDRESS, Email: email })) {
    await visitor.fill(label, text)
  }
  await picture('checkout', visitor)
  await visitor.click('button', 'Place Order')
  for (const [label, text] of Object.entries(cardDetails())) await visitor.fill(label, text)
  await visitor.click('button', { source: '^Pay \\$' })
  await visitor.see('Payment Successful!')
  await visitor.see(email)
  await visitor.click('link', 'View order')
  await visitor.see(ADDRESS.Address)
  await visitor.see(product.name)
}

/** A new account, a wrong password, the right one, and out again. */
const signInAndOut: Journey = async ({ visit }) => {
  const visitor = await visit(DESKTOP, [/\b401\b/])
  const email = newAddress()
  await visitor.open('/auth')
  await visitor.click('tab', 'Sign Up')
  await visitor.fill('Full Name', 'Iris Bloom')
  await visitor.fill('Email', email)
  await visitor.fill('Password', PASSWORD)
  await visitor.click('checkbox', { source: '^I agree to the' })
  await visitor.click('button', 'Sign Up')
  await visitor.see('Account created!')
  await signIn(visitor, { email, password: 'not the password' })
  await visitor.see('Invalid email or password')
  await visitor.fill('Password', PASSWORD)
  await visitor.click('button', 'Sign In')
  await visitor.see('My Orders')
  await visitor.click('button', 'Sign Out')
  await visitor.see('Sign In')
}

/** With stars by the arrow keys and a photo. */
const review: Journey = async ({ visit, shopUrl, product, photo, picture }) => {
  const account = { email: newAddress(), password: PASSWORD }
  const answer = await fetch(`${shopUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: shopUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, full_name: 'Iris Bloom', terms_accepted: true }),
  })
  if (!answer.ok) throw new Error(`No account: ${answer.status}`)
  const visitor = await visit(PHONE)
  await signInAndLeave(visitor, account)
  await visitor.open(`/product/${product.id}#write-review`)
  const title = `Cool and quiet ${randomUUID().slice(0, 4)}`
  await visitor.click('radio', '5 stars')
  await visitor.press('ArrowLeft')
  await visitor.fill('Title', title)
  await visitor.fill('Comment', 'For hot evenings.')
  await visitor.chooseFile('[type=file]', photo)
  await visitor.see('Uploaded')
  await picture('review', visitor)
  await visitor.click('button', 'Submit Review')
  await visitor.see('Thank you for your review!')
  await visitor.see(title)
  const answered = await fetch(`${shopUrl}/api/reviews?product_id=${product.id}`)
  const { items } = (await answered.json()) as { items: { title: string; rating: number }[] }
  const stored = items.find((one) => one.title === title)
  if (stored?.rating !== 4) throw new Error(`The arrow key left ${stored?.rating} stars`)
}

/** Both sides in the same engine: what one writes appears on the other's screen. */
const chat: Journey = async ({ visit, picture }) => {
  const name = `Wren ${randomUUID().slice(0, 6)}`
  const customer = await visit(PHONE)
  await customer.open('/')
  await customer.click('button', { source: '^Open chat' })
  await customer.click('button', 'How long does shipping take?')
  await customer.see('ships within 1-2 business days')
  await customer.click('button', 'Talk to live support')
  await customer.fill('Name', name)
  await customer.fill('Email', newAddress())
  await customer.click('button', 'Start chat')
  await customer.send('Message', 'Is it vegan?')

  const clerk = await visit(DESKTOP)
  await signInAndLeave(clerk, DEMO_ACCOUNTS.admin)
  await clerk.open('/admin/chat')
  await clerk.click('button', { source: name })
  await clerk.see('Is it vegan?')
  await clerk.send(`Reply to ${name}`, 'All of it.')
  await customer.see('All of it.')
  await picture('chat', customer)
  await customer.send('Message', 'Thank you!')
  await clerk.see('Thank you!')
  await picture('chat-desk', clerk)
  await customer.click('button', 'End chat')
  await customer.see('This conversation is closed.')
}

export const STOREFRONT: Record<string, Journey> = {
  purchase,
  'sign-in': signInAndOut,
  review,
  chat,
}
