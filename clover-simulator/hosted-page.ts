import { groupDigits, type Merchant, offeredCards } from './fixtures.ts'
import type { Answer } from './http.ts'
import type { Line, Session } from './ledger.ts'
import { answerPage, type Html, html, icon } from './page-layout.ts'

const lockIcon = icon(
  '<rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>',
)

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

function lineItem(line: Line, currency: string): Html {
  const each = line.unit_qty > 1 && `${line.unit_qty} × ${money(line.price, currency)}`
  return html`<li><b>${line.name}${each && html`<small>${each}</small>`}</b>
<span class="money">${money(line.price * line.unit_qty, currency)}</span></li>`
}

const shownLines = 3

function orderLines(session: Session, currency: string): Html {
  const items = session.lines.map((line) => lineItem(line, currency))
  const rest = items.slice(shownLines)
  return html`<ul class="lines">${items.slice(0, shownLines)}</ul>
${rest.length > 0 && html`<details class="more"><summary>${rest.length} more ${rest.length === 1 ? 'item' : 'items'}</summary><ul class="lines">${rest}</ul></details>`}`
}

function orderSummary(session: Session, merchant: Merchant): Html {
  const { currency } = merchant
  const net = session.total - session.tax
  return html`<section class="side" aria-label="Order summary">
<div class="top"><p class="shop"><span aria-hidden="true">${merchant.name.trim().charAt(0).toUpperCase()}</span>${merchant.name}</p>
<p class="due">Amount due</p>
<p class="total">${money(session.total, currency)}</p></div>
${orderLines(session, currency)}
<div class="sums">
${
  session.tax > 0 &&
  html`<div><span>Subtotal</span><span class="money">${money(net, currency)}</span></div>
<div><span>Tax</span><span class="money">${money(session.tax, currency)}</span></div>`
}
<div class="all"><span>Total</span><span class="money">${money(session.total, currency)}</span></div>
</div>
</section>`
}

export type CardFields = { number: string; expiry: string; cvv: string; zip: string }
export type CardErrors = Partial<Record<keyof CardFields, string>>

type FieldSpec = {
  name: keyof CardFields
  label: string
  autocomplete: string
  placeholder: string
  inputmode: 'numeric' | 'text'
  maxlength: number
}

const fieldSpecs: Record<keyof CardFields, FieldSpec> = {
  number: {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    inputmode: 'numeric',
    maxlength: 23,
  },
  expiry: {
    name: 'expiry',
    label: 'Expiry date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    inputmode: 'text',
    maxlength: 9,
  },
  cvv: {
    name: 'cvv',
    label: 'CVV',
    autocomplete: 'cc-csc',
    placeholder: '3 or 4 digits',
    inputmode: 'numeric',
    maxlength: 4,
  },
  zip: {
    name: 'zip',
    label: 'Billing ZIP',
    autocomplete: 'billing postal-code',
    placeholder: '02110',
    inputmode: 'text',
    maxlength: 10,
  },
}

function field(name: keyof CardFields, typed: CardFields, errors: CardErrors): Html {
  const spec = fieldSpecs[name]
  const error = errors[name]
  const isFirstError = Object.keys(errors)[0] === name
  return html`<div class="field"><label for="${name}">${spec.label}</label>
<input id="${name}" name="${name}" value="${typed[name]}" autocomplete="${spec.autocomplete}" inputmode="${spec.inputmode}" maxlength="${spec.maxlength}" placeholder="${spec.placeholder}" required${error ? html` aria-invalid="true" aria-describedby="${name}-error"` : null}${isFirstError && html` autofocus`}>
${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}</div>`
}

function testCards(session: Session): Html {
  const items = offeredCards.map(
    (
      card,
    ) => html`<li class="${card.effect}"><a href="/checkout/${session.id}?mode=checkout&amp;card=${card.number}">
<i></i><span><b>${groupDigits(card.number)}</b><small>${card.label}</small></span></a></li>`,
  )
  return html`<details class="cards"><summary>Test cards</summary><p>Choose one to fill in the form.</p><ul>${items}</ul></details>`
}

function alert(title: string, text: string): Html {
  return html`<div class="alert" role="alert"><strong>${title}</strong>${text}</div>`
}

export type PayPage = {
  session: Session
  merchant: Merchant
  typed: CardFields
  errors: CardErrors
  declined: boolean
  minutesLeft: number
}

export function payPage(page: PayPage): Answer {
  const { session, merchant, typed, errors } = page
  const pay = `Pay ${money(session.total, merchant.currency)}`
  const { email } = session.customer
  const minutes = page.minutesLeft === 1 ? '1 more minute' : `${page.minutesLeft} more minutes`
  const main = html`<div class="page">
${orderSummary(session, merchant)}
<main class="main">
<h1>Pay by card</h1>
${email ? html`<p class="to">${email}</p>` : null}
${page.declined && alert('The card was declined', 'Nothing was taken. Try another card.')}
<form method="post" action="/checkout/${session.id}/pay" novalidate>
${field('number', typed, errors)}
<div class="row">${field('expiry', typed, errors)}${field('cvv', typed, errors)}</div>
${field('zip', typed, errors)}
<button class="button" type="submit">${lockIcon}${pay}</button>
<a class="leave" href="/checkout/${session.id}/leave">Leave</a>
</form>
${testCards(session)}
<p class="fine">Clover simulator. This page is valid for ${minutes}.</p>
</main>
</div>`
  return answerPage(`${pay} to ${merchant.name}`, main, 200, session)
}

const tickIcon = icon('<path d="m5 13 4.5 4.5L19 7"/>')
const clockIcon = icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>')

type Banner = { title: string; text: string; tone: 'success' | 'neutral'; status?: number }
export type BannerLink = { url: string; label: string }

function bannerPage({ title, text, tone, status = 200 }: Banner, link: BannerLink | null = null) {
  const content = html`<main class="banner ${tone}">
<div class="seal">${tone === 'success' ? tickIcon : clockIcon}</div>
<h1>${title}</h1>
<p>${text}</p>
${link && html`<a class="button" href="${link.url}">${link.label}</a>`}
</main>`
  return answerPage(title, content, status)
}

export const approvedPage = () =>
  bannerPage({
    title: 'Payment approved',
    text: 'Thank you. You can close this page.',
    tone: 'success',
  })

export const paidPage = (link: BannerLink | null) =>
  bannerPage(
    {
      title: 'This order is already paid',
      text: 'The payment went through. You can close this page.',
      tone: 'success',
    },
    link,
  )

export const expiredPage = (link: BannerLink | null) =>
  bannerPage(
    {
      title: 'This payment page has expired',
      text: 'Nothing was taken. Return to the shop to start the payment again.',
      tone: 'neutral',
    },
    link,
  )

export const leftPage = () =>
  bannerPage({
    title: 'You left the payment',
    text: 'Nothing was taken. You can close this page.',
    tone: 'neutral',
  })

export const unknownPage = () =>
  bannerPage({
    title: 'There is no such payment page',
    text: 'Return to the shop to start the payment again.',
    tone: 'neutral',
    status: 404,
  })

export const welcomePage = () =>
  bannerPage({
    title: 'Clover simulator',
    text: 'A stand-in for the payment provider. It takes test cards only and moves no money.',
    tone: 'success',
  })
