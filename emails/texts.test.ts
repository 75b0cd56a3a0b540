import { expect, test } from 'vitest'
import { type MailTexts, type Shop, type TemplateId, templates } from './catalogue.ts'
import { renderMail } from './render.tsx'
import { fillText, originalTexts, variablesIn } from './texts.ts'

const shop: Shop = {
  name: 'Petal & Dew',
  url: 'https://petal.example',
  support_email: 'care@petal.example',
  currency: 'USD',
}

const TEXTS: MailTexts = {
  subject: 'For {{customerName}}',
  preheader: 'A line of our own',
  title: 'Our own title',
  intro: 'Our own words.',
  button: 'Our own button',
}

test.each([
  ['Thank you[, {{customerName}}]', 'Thank you, Iris'],
  ['Until[ {{day}}] then', 'Until then'],
  ['{{ customerName }} {{day}}', 'Iris '],
  ['An array [1] stays', 'An array [1] stays'],
  ['[{{customerName}} and {{day}}]Bye', 'Bye'],
])('%s becomes "%s"', (text, expected) => {
  expect(fillText(text, { customerName: 'Iris', day: '' })).toBe(expected)
})

test('a value with braces or brackets of its own is not read as a text of ours', () => {
  const values = { customerName: '{{secret}} [x {{secret}}]', secret: 'hidden' }
  expect(fillText('Hello[ {{customerName}}]', values)).toBe('Hello {{secret}} [x {{secret}}]')
})

test.each(Object.values(templates))(
  '$id: its original texts name only what its data has',
  ({ id, text_variables }) => {
    const named = Object.values(originalTexts[id]).flatMap(variablesIn)
    expect(named.filter((name) => !text_variables.includes(name))).toEqual([])
  },
)

test.each(Object.keys(templates) as TemplateId[])(
  '%s shows the texts of the owner in both parts',
  async (id) => {
    const { subject, html, text } = await renderMail(id, templates[id].sample, shop, TEXTS)
    expect(subject).toBe('For Amélie Laurent')
    expect(html).toContain('A line of our own')
    for (const words of ['Our own title', 'Our own words.']) {
      expect(html).toContain(words)
      expect(text).toContain(words)
    }
    // The mail's own data may name a better button.
    if (id !== 'promotional') expect(text).toContain('Our own button')
  },
)

test('of the description of a product the first paragraph is enough', async () => {
  const productDescription = 'A quiet serum.\n\nSkin type: All\n\nSize: 30 ml'
  const data = { productName: 'Serum', productDescription }
  for (const id of ['new-product', 'back-in-stock'] as const) {
    const { text } = await renderMail(id, data, shop)
    expect(text).toContain('A quiet serum.')
    expect(text).not.toContain('Skin type')
  }
})

test('hostile texts of an owner arrive as words', async () => {
  const attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\r\nBcc: all@evil.example'
  const texts = { subject: attack, preheader: attack, title: attack, intro: attack, button: attack }
  const sample = templates.welcome.sample
  const { subject, html } = await renderMail('welcome', sample, shop, texts)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toMatch(/<script|<img src=x/i)
  expect(html).toContain('&lt;script&gt;')
})
