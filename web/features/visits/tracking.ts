import type { ProductDetails } from '#contract/catalog.ts'
import type { SiteSettings } from '#contract/content.ts'
import { currencyOf } from '#contract/money.ts'
import { TRACKING_COOKIE } from '#contract/tracking.ts'
import type { ShopEvent } from '../../lib/shop-events.ts'

type Answer = 'yes' | 'no'
type Item = { id: string; name: string; price: number; quantity: number }

const DAYS = 180

export function trackingAnswer(): Answer | undefined {
  const found = document.cookie.match(new RegExp(`(?:^|; )${TRACKING_COOKIE}=(yes|no)`))
  return found?.[1] as Answer | undefined
}

/** The server opens the policy of a page for those who said yes, so the page is loaded again. */
export function answerTracking(answer: Answer) {
  const isSecure = location.protocol === 'https:' ? '; secure' : ''
  const seconds = DAYS * 86_400
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not all browsers have the Cookie Store API.
  document.cookie = `${TRACKING_COOKIE}=${answer}; path=/; max-age=${seconds}; samesite=lax${isSecure}`
  if (answer === 'no') deleteTheirCookies()
}

/** What the services have stored here. */
function deleteTheirCookies() {
  const theirs = document.cookie.split('; ').map((one) => one.split('=')[0] ?? '')
  for (const name of theirs.filter((one) => /^(_ga|_gid|_gat|_fbp|_fbc)/.test(one))) {
    for (const domain of ['', `; domain=${location.hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
  }
}

type Service = {
  view: (item: Item) => void
  cart: (item: Item) => void
  checkout: (items: readonly Item[]) => void
  paid: (order: { id: string; total: number }, items: readonly Item[]) => void
  page: () => void
}

const sumOf = (items: readonly Item[]) =>
  Math.round(items.reduce((sum, { price, quantity }) => sum + price * quantity * 100, 0)) / 100

function loadScript(src: string) {
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }))
}

/** Google Analytics 4: what is called before its script has loaded waits in `dataLayer`. */
function google(id: string, currency: string): Service {
  const layer: unknown[] = []
  Object.assign(window, { dataLayer: layer })
  function gtag(..._: unknown[]) {
    // Google reads the `arguments` object, not an array.
    // biome-ignore lint/complexity/noArguments: see above.
    layer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false })
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`)
  const send = (name: string, items: readonly Item[], more = {}) =>
    gtag('event', name, {
      currency,
      value: sumOf(items),
      items: items.map((item) => ({
        item_id: item.id,
        item_name: item.name,
        price: item.price,
        quantity: item.quantity,
      })),
      ...more,
    })
  return {
    page: () => gtag('event', 'page_view'),
    view: (item) => send('view_item', [item]),
    cart: (item) => send('add_to_cart', [item]),
    checkout: (items) => send('begin_checkout', items),
    paid: ({ id: transaction_id, total: value }, items) =>
      send('purchase', items, { transaction_id, value }),
  }
}

type Pixel = {
  (...call: unknown[]): void
  queue: unknown[]
  callMethod?: (...call: unknown[]) => void
  push?: Pixel
}

/** Meta Pixel: as its snippet, it queues until its script has loaded. */
function meta(id: string, currency: string): Service {
  const fbq = Object.assign(
    (...call: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...call)
      else fbq.queue.push(call)
    },
    { queue: [], loaded: true, version: '2.0', callMethod: undefined },
  ) as unknown as Pixel
  fbq.push = fbq
  Object.assign(window, { fbq, _fbq: fbq })
  loadScript('https://connect.facebook.net/en_US/fbevents.js')
  fbq('init', id)
  const send = (name: string, items: readonly Item[], value = sumOf(items), more = {}) =>
    fbq(
      'track',
      name,
      {
        currency,
        value,
        content_type: 'product',
        content_ids: items.map((item) => item.id),
        contents: items.map((item) => ({ id: item.id, quantity: item.quantity })),
      },
      more,
    )
  return {
    page: () => fbq('track', 'PageView'),
    view: (item) => send('ViewContent', [item]),
    cart: (item) => send('AddToCart', [item]),
    checkout: (items) => send('InitiateCheckout', items),
    paid: (order, items) => send('Purchase', items, order.total, { eventID: order.id }),
  }
}

/** Loads the services whose ids are set. Only for visitors who agreed. */
export function startTracking(settings: SiteSettings) {
  const currency = currencyOf(settings.currency)
  const { google_analytics_id, meta_pixel_id } = settings
  const services = [
    ...(google_analytics_id ? [google(google_analytics_id, currency)] : []),
    ...(meta_pixel_id ? [meta(meta_pixel_id, currency)] : []),
  ]
  return {
    page: () => {
      for (const service of services) service.page()
    },
    view: ({ id, name, price }: Pick<ProductDetails, 'id' | 'name' | 'price'>) => {
      for (const service of services) service.view({ id, name, price, quantity: 1 })
    },
    follow: (event: ShopEvent) => {
      for (const service of services) {
        if (event.type === 'cart') service.cart(event.item)
        if (event.type === 'checkout') service.checkout(event.items)
        if (event.type === 'paid') service.paid(event.order, event.order.items.map(asItem))
      }
    },
  }
}

const asItem = ({ product_id: id, ...item }: { product_id: string } & Omit<Item, 'id'>): Item => ({
  ...item,
  id,
})
