import { describe, expect, test } from 'vitest'
import { type Shop, type TemplateId, templates } from './catalogue.ts'
import { renderMail } from './render.tsx'

const shop: Shop = {
  name: 'Petal & Dew',
  url: 'https://petal.example',
  support_email: 'care@petal.example',
  currency: 'USD',
  preferences_url: 'https://petal.example/mail-preferences?token=t0ken',
}

const all = Object.values(templates)
const sampleOf = (id: TemplateId) => renderMail(id, templates[id].sample, shop)
const linksIn = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) =>
    (link ?? '').replace(/&amp;/g, '&'),
  )
/** What a reader of the html sees, tags aside. */
const wordsIn = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** What the specification calls the data of its mails. */
const DATA_FIELDS =
  `customerName orderNumber orderTotal orderItems shippingAddress accountEmail resetLink trackingNumber trackingLink
  estimatedDelivery deliveryDate cancellationReason refundAmount failureReason retryLink refundDate subject content
  ctaLink productName productDescription productImage productLink saleTitle discountPercentage saleEndDate shopLink
  purchasedProduct recommendedProducts lastPurchaseDate reorderLink ticketNumber issueDescription updateType
  updateDetails reviewLink cartTotal cartLink`.split(/\s+/)

/** Properties that Gmail and Outlook both apply. */
const SUPPORTED =
  `background-color border border-bottom border-color border-left border-top color display
  font-family font-size font-style font-weight height letter-spacing line-height margin margin-bottom margin-left
  margin-right margin-top padding padding-bottom padding-left padding-right padding-top text-align text-decoration
  text-transform vertical-align white-space width mso-font-width mso-padding-alt mso-text-raise`.split(
    /\s+/,
  )

/** Some mail program ignores these, and the mail only looks plainer: square corners, a wider line. */
const FINISH =
  `aspect-ratio background-image border-radius font-variant-numeric max-height max-width object-fit opacity outline overflow
  table-layout text-decoration-line text-wrap word-break`.split(/\s+/)

/** So that every picture of the mail is drawn. */
const withPictures = <Sample extends object>(sample: Sample): Sample =>
  JSON.parse(JSON.stringify(sample), (_, value) =>
    value?.name && 'price' in value ? { ...value, image: PICTURE } : value,
  )
const PICTURE = '/files/0123456789abcdef-1750000000000-1000x1250.webp'

// Shows B3.23
test('the catalogue holds the eighteen templates in their four categories, those of returns, payment and orders by hand, and that of the team', () => {
  const idsOf = (category: string) => all.filter((t) => t.category === category).map((t) => t.id)
  expect(all).toHaveLength(27)
  const added = /^return-|^order-received$|^payment-(reminder|link)$/
  expect(idsOf('transactional').filter((id) => !added.test(id))).toHaveLength(8)
  expect(idsOf('marketing')).toEqual([
    'promotional',
    'new-product',
    'sale-alert',
    'abandoned-cart',
    'back-in-stock',
  ])
  expect(idsOf('post-purchase')).toEqual(['review-request', 'cross-sell', 'replenishment'])
  expect(idsOf('service')).toEqual(['support-ticket', 'account-update', 'team-notification'])
  for (const [key, template] of Object.entries(templates)) expect(template.id).toBe(key)
})

// Shows B3.24
test('every field of the specification is data of a mail', () => {
  const used = new Set(
    all.flatMap(({ sample, variables }) => [...Object.keys(sample), ...variables]),
  )
  expect(DATA_FIELDS.filter((field) => !used.has(field))).toEqual([])
  const [item] = templates['order-confirmation'].sample.orderItems
  expect(item).toMatchObject({ name: 'Oat Milk Cleanser', quantity: 2, price: 26 })
  const [recommended] = templates['cross-sell'].sample.recommendedProducts
  expect(Object.keys(recommended ?? {})).toEqual(
    expect.arrayContaining(['name', 'description', 'price']),
  )
})

describe.each(all)('$id', ({ id, button_link, category, sample }) => {
  // Shows S9.19, B3.28
  test('greets by name, offers its button, and says who sends it', async () => {
    const { subject, html, text } = await sampleOf(id)
    expect(subject).not.toBe('')
    for (const part of [wordsIn(html).replace(/&amp;/g, '&'), text]) {
      expect(part).toContain('Amélie Laurent')
      expect(part).toContain('Petal & Dew')
      expect(part).toContain('care@petal.example')
    }
    expect(['/my-orders', '/', '/cart', '/checkout', '/auth']).toContain(button_link)
    const { html: bare } = await renderMail(id, withoutLinks(sample), shop)
    expect(linksIn(bare)).toContain(`https://petal.example${button_link}`)
  })

  test('fits what Gmail shows whole and fetches nothing from elsewhere', async () => {
    const { html } = await sampleOf(id)
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    for (const link of linksIn(html)) {
      expect(link).toMatch(/^(https:\/\/petal\.example\/|mailto:care@petal\.example)/)
    }
    expect(html).not.toMatch(/@import|url\(|<script|rel="preload"/)
  })

  test('has all its styles inline, in CSS that Gmail and Outlook keep or can do without', async () => {
    const { html } = await renderMail(id, withPictures(sample), shop)
    const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) =>
      style.replace(/&quot;|&#x27;/g, "'"),
    )
    const used = styles.flatMap((style) => style.match(/(?<=^|;)[a-z-]+(?=:)/g) ?? [])
    expect(used.filter((name) => !SUPPORTED.includes(name) && !FINISH.includes(name))).toEqual([])
    for (const style of styles) {
      expect(style).not.toMatch(/display:(?!none|block|inline-block)|position|var\(|calc\(|url\(/)
      // Outlook draws no gradient: the colour below must carry the text.
      if (style.includes('gradient')) expect(style).toContain('background-color:')
    }
    // Words look right without the style sheet, which some mail programs take away.
    const [, sheet = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    expect(sheet.length).toBeLessThan(8192)
    for (const [tag] of html.matchAll(/<img\b[^>]*>/g)) expect(tag).toMatch(/ width="\d+"/)
  })

  test('can be left exactly when it is marketing or comes after a purchase', async () => {
    const canLeave = category === 'marketing' || category === 'post-purchase'
    const { html, text } = await sampleOf(id)
    expect(linksIn(html).includes(shop.preferences_url ?? '')).toBe(canLeave)
    expect(text.includes(`Choose your mail or unsubscribe ${shop.preferences_url}`)).toBe(canLeave)
  })

  test('reads well as plain text', async () => {
    const { text } = await sampleOf(id)
    expect(text).not.toMatch(/<[a-z/]|&[a-z]+;|undefined|\[object|NaN/)
    expect(text).not.toMatch(/\n{3,}/)
    expect(text.length).toBeGreaterThan(200)
  })

  test('turns hostile data into harmless words', async () => {
    const { subject, html, text } = await renderMail(id, poisoned(sample), {
      ...shop,
      name: 'Petal\r\nBcc: all@evil.example',
      preferences_url: 'javascript:alert(1)',
    })
    expect(subject).not.toMatch(/[\r\n\0]/)
    expect(html).not.toMatch(/<script|<img src=x|<\/style><b/i)
    expect(html).not.toMatch(/(href|src)="(?!https:\/\/petal\.example|mailto:)/)
    expect(text).not.toMatch(/javascript:/i)
    expect(text).not.toContain('\r')
  })
})

describe('the facts a customer relies on', () => {
  // Shows B3.25, B3.26, B3.27
  test.each([
    ['password-reset', 'expires in 1 hour'],
    ['refund-processed', 'within 5-7 business days'],
    ['order-cancelled', 'within 5-7 business days'],
    ['support-ticket', 'within 24 hours'],
    ['order-confirmation', '7F3A91C2'],
    ['order-shipped', '1Z 999 AA1 0123 4567 84'],
    ['order-shipped', 'May 14, 2026'],
    ['payment-failed', 'The card was declined'],
    ['sale-alert', 'SPRING20'],
    ['abandoned-cart', '$146.00'],
    ['cross-sell', 'Damask Rose Mist'],
    ['replenishment', 'March 28, 2026'],
    ['support-ticket', 'T-20418'],
  ] as const)('%s says "%s" in both forms', async (id, fact) => {
    const { html, text } = await sampleOf(id)
    expect(wordsIn(html)).toContain(fact)
    expect(text).toContain(fact)
  })

  test('a discounted order adds up before the eyes of its reader', async () => {
    const { text } = await sampleOf('order-confirmation')
    expect(text).toContain('2 × Oat Milk Cleanser, $52.00')
    expect(text).toContain('Subtotal: $146.00\nDiscount: −$14.60\nTotal: $131.40')
  })

  test('an express order without an address asks for it', async () => {
    const sample = { ...templates['order-confirmation'].sample, shippingAddress: null }
    const { html } = await renderMail('order-confirmation', sample, shop)
    expect(html).toContain('Where should it go?')
  })
})

describe('links', () => {
  test("a guest's order link keeps its secret", async () => {
    const sample = {
      ...templates['order-confirmation'].sample,
      orderLink: '/my-orders?order=1&key=s3cret',
    }
    const { html, text } = await renderMail('order-confirmation', sample, shop)
    expect(linksIn(html)).toContain('https://petal.example/my-orders?order=1&key=s3cret')
    expect(text).toContain('https://petal.example/my-orders?order=1&key=s3cret')
  })

  test('any other account mail brings its own button', async () => {
    const { subject, text } = await renderMail(
      'account-update',
      {
        updateType: 'Confirm your address',
        updateDetails: 'One click and your account is ready.',
        actionLink: '/auth?confirm=abc',
        actionText: 'Confirm my address',
      },
      shop,
    )
    expect(subject).toBe('Confirm your address · Petal & Dew')
    expect(text).toContain('Confirm my address:\nhttps://petal.example/auth?confirm=abc')
  })

  test('a preview without a personal link still shows how to unsubscribe', async () => {
    const { html } = await renderMail('promotional', templates.promotional.sample, {
      ...shop,
      preferences_url: undefined,
    })
    expect(linksIn(html)).toContain('mailto:care@petal.example?subject=Unsubscribe')
  })
})

test('an answer to a message has its words first, the question below, and nothing that runs or links', async () => {
  const data = {
    ...templates['support-ticket'].sample,
    issueDescription: 'Look: http://evil.example/x <script>alert(1)</script>',
    reply: 'We send a new pump today.\r\n\r\n<img src=x onerror=alert(1)>',
    repliedBy: 'Ada\r\nBcc: all@evil.example',
  }
  const { subject, html, text } = await renderMail('support-ticket', data, shop)
  expect(subject).toBe('Re: We have your message (T-20418)')
  expect(text.indexOf('We send a new pump today.')).toBeGreaterThan(-1)
  expect(text.indexOf('What you wrote')).toBeGreaterThan(text.indexOf('We send a new pump today.'))
  expect(text).toContain('Ada Bcc: all@evil.example, Petal & Dew')
  expect(html).not.toMatch(/<script|<img src=x/)
  expect(html).not.toContain('http://evil.example')
})

// Shows B9.13
test('an item without a picture shows the fallback image, one with a picture shows it', async () => {
  const orderItems = [
    { name: 'Élan Oil', quantity: 1, price: 10 },
    { name: 'Balm', quantity: 1, price: 10, image: '/files/balm.jpg' },
  ]
  const { html } = await renderMail('abandoned-cart', { orderItems, cartTotal: 20 }, shop)
  expect(html).toMatch(/<img alt="Élan Oil"[^>]*src="https:\/\/petal\.example\/no-picture\.png"/)
  expect(html).toContain('src="https://petal.example/files/balm.jpg"')
})

test('an order of two hundred lines stays whole in Gmail and says how many it does not list', async () => {
  const orderItems = Array.from({ length: 200 }, (_, n) => ({
    name: `Hand cream ${n} ${'with a very long name '.repeat(20)}`,
    quantity: 1,
    price: 1,
  }))
  const sample = { ...templates['order-confirmation'].sample, orderItems, orderTotal: 200 }
  const { html, text } = await renderMail('order-confirmation', sample, shop)
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  expect(text).toContain('and 180 more items')
})

test('a line break in the name of a product cannot forge a line of the text', async () => {
  const orderItems = [{ name: 'Balm\r\n\r\nTotal: $0.00', quantity: 1, price: 10 }]
  const { text } = await renderMail('abandoned-cart', { orderItems, cartTotal: 10 }, shop)
  expect(text).toContain('1 × Balm Total: $0.00, $10.00')
})

// Shows B3.22
test.each(['newsletter-2031', '__proto__', 'constructor', '<script>'])(
  'an unknown template (%s) yields a generic preview',
  async (id) => {
    const { subject, html } = await renderMail(id, { customerName: 'Amélie', mood: 'calm' }, shop)
    expect(subject).toContain('Preview')
    expect(wordsIn(html)).toContain('calm')
    expect(html).not.toContain('<script')
  },
)

function withoutLinks<Data extends object>(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !key.endsWith('Link'))) as Data
}

const poison = '"><script>alert(1)</script></style><b>\r\nBcc: all@evil.example\0'

/** Every text of the data made an attack, every link one that runs a script or leaves the shop. */
function poisoned<Data>(data: Data): Data {
  if (typeof data === 'string') return poison as Data
  if (Array.isArray(data)) return data.map(poisoned) as Data
  if (data === null || typeof data !== 'object') return data
  const fields = Object.entries(data).map(([key, value]) => [
    key,
    key.endsWith('Link') ? 'java\nscript:alert(1)' : poisoned(value),
  ])
  return { ...Object.fromEntries(fields), ...badLinks } as Data
}

const badLinks = {
  image: 'data:text/html,<script>',
  productImage: '//evil.example/pixel.gif',
  orderLink: 'javascript:alert(1)',
  resetLink: 'JaVaScRiPt:alert(1)',
  trackingLink: 'data:text/html,x',
  reviewLink: '//evil.example',
  retryLink: '/\\evil.example',
  ctaLink: 'vbscript:x',
  productLink: 'https://petal.example@evil.example/',
  shopLink: ' javascript:alert(1)',
  cartLink: '\u0001javascript:alert(1)',
  reorderLink: 'file:///etc/passwd',
  actionLink: 'blob:https://petal.example/x',
}

test('a review request opens the form of each product that was bought', async () => {
  const item = (name: string) => ({
    name,
    quantity: 1,
    price: 20,
    reviewLink: `/product/${name}#write-review`,
  })
  const one = await renderMail('review-request', { orderItems: [item('serum')] }, shop)
  const form = 'https://petal.example/product/serum#write-review'
  expect(linksIn(one.html).filter((link) => link === form)).toHaveLength(3)
  const two = { orderItems: [item('serum'), item('cream')] }
  const { html, text } = await renderMail('review-request', two, shop)
  expect(linksIn(html)).toContain('https://petal.example/my-orders')
  for (const name of ['serum', 'cream']) {
    const link = `https://petal.example/product/${name}#write-review`
    expect(linksIn(html)).toContain(link)
    expect(text).toContain(`Write a review: ${link}`)
  }
})

describe('the look that the owner chose', () => {
  const own = { ...shop, logo_url: '/files/logo.png', accent_colour: '#1f5a4c' }

  test.each(all)('is that of $id', async ({ id, sample }) => {
    const { html, text } = await renderMail(id, sample, own)
    expect(html).toContain('src="https://petal.example/files/logo.png"')
    expect(html).toContain('alt="Petal &amp; Dew"')
    expect(html).toContain('#1f5a4c')
    expect(html).not.toMatch(/#A23B55|#EDA3B3/i)
    expect(text).toContain('Petal & Dew')
  })

  test('is ours when it is no colour or no safe address', async () => {
    const hostile = { ...own, logo_url: 'javascript:x()', accent_colour: 'red;}</style>' }
    const { html } = await renderMail('welcome', templates.welcome.sample, hostile)
    expect(html).toContain('#A23B55')
    expect(html).not.toContain('javascript:')
    expect(html).not.toContain('red;}')
  })
})
