import { expect, test } from 'vitest'
import { type ComposedMail, renderCampaignMail } from './compose.ts'

const SHOP = {
  name: 'Petal',
  url: 'https://shop.example',
  support_email: 'help@shop.example',
  currency: 'USD',
} as const
const MAIL: ComposedMail = {
  template: 'promotional',
  subject: 'For you[, {{name}}]',
  body: 'Dear {{name}}, something new is here.',
  data: { ctaLink: '/' },
  texts: null,
}
const linkOf = (reader: string) => `https://shop.example/mail-preferences?a=${reader}&b=1`

const render = (name: string, reader: string, mail = MAIL) =>
  renderCampaignMail(mail, SHOP, { name, preferences_url: linkOf(reader) })

test('each reader gets the own name and link, whatever is in the name', async () => {
  const names = ['Ann', `O'Brien & "Sons" $& $1`, 'Zoë']
  for (const [n, name] of names.entries()) {
    const { subject, html, text } = await render(name, `r${n}`)
    expect(subject).toBe(`For you, ${name}`)
    expect(text).toContain(`Dear ${name}, something new is here.`)
    expect(text).toContain(linkOf(`r${n}`))
    const escaped = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
    expect(html).toContain(`Dear ${escaped}, something new`)
    expect(html).toContain(linkOf(`r${n}`).replace('&', '&amp;'))
    expect(`${subject}${html}${text}`).not.toMatch(/\uE000|preferences\.invalid/)
    for (const other of names.filter((one) => one !== name)) expect(text).not.toContain(other)
  }
})

test('without a name, or with an advertisement as the name, nobody is named', async () => {
  for (const name of ['', 'Win at casino.example now']) {
    const { subject, text } = await render(name, 'r')
    expect(subject).toBe('For you')
    expect(text).toContain('Dear , something new is here.')
    const greeted = await render(name, 'r', { ...MAIL, subject: 'News', body: 'It is here.' })
    expect(greeted.text).not.toContain('Hello')
  }
})
