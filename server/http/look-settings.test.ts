import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accentContrast, LOWEST_CONTRAST, readableAccent } from '#contract/colours.ts'
import { readSeller, readShopSettings } from '#server/modules/content/index.ts'
import { drawInvoice } from '#server/modules/orders/invoice.ts'
import { readOrders } from '#server/modules/orders/read-orders.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { upload } from '#server/testing/upload-factories.ts'

const shop = await givenServer()
const admin = await givenSignedIn(shop, await givenAdmin(shop.db))

const save = (key: string, setting_value: string, version = 0) =>
  admin.call('PUT', `/api/site_settings/${key}`, { setting_value, version })

test('any colour has a shade that is readable as text and as a button', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(byte, byte, byte, (...rgb) => {
      const colour = `#${rgb.map((one) => one.toString(16).padStart(2, '0')).join('')}`
      expect(accentContrast(readableAccent(colour))).toBeGreaterThanOrEqual(LOWEST_CONTRAST)
      if (accentContrast(colour) >= LOWEST_CONTRAST) expect(readableAccent(colour)).toBe(colour)
    }),
  )
})

test('a colour that is too light is refused with one that is not', async () => {
  const { status, body } = await save('accent_colour', '#7fd1ae')
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toMatch(
    /Too light: .* The contrast is 1\.7:1, at least 4\.5:1 is needed\. #[0-9a-f]{6} is dark enough/,
  )
})

test('pages of every process, mails and invoices have the colour and the logo', async () => {
  const second = await givenServer({ databaseUrl: shop.databaseUrl })
  const picture = await sharp({
    create: { width: 400, height: 100, channels: 4, background: '#0000' },
  })
    .png()
    .toBuffer()
  const { body: logo } = await upload(shop, admin, picture, { purpose: 'logo' })
  const order = await givenOrder(shop.db, { completed_at: '2026-05-14T10:00:00.000Z' })
  const [stored] = await readOrders(shop.db, [order.id])
  if (!stored) throw new Error('There is no order')
  const plain = await drawInvoice(stored, await readSeller(shop))
  expect(picturesIn(plain)).toBe(0)
  expect(drawnIn(plain)).toContain(fill(162, 59, 85))

  expect((await save('logo_url', logo.url)).status).toBe(200)
  expect((await save('accent_colour', '#1f5a4c')).status).toBe(200)
  for (const { url } of [shop, second]) {
    await eventually(async () => {
      const html = await (await fetch(`${url}/contact`)).text()
      expect(html).toContain('<html lang="en" style="--accent:#1f5a4c">')
      expect(html).toContain(`src="${logo.url}"`)
    })
  }
  expect(await readShopSettings(shop)).toMatchObject({
    logo_url: logo.url,
    accent_colour: '#1f5a4c',
  })
  const invoice = await drawInvoice(stored, await readSeller(shop))
  expect(picturesIn(invoice)).toBe(1)
  expect(drawnIn(invoice)).toContain(fill(31, 90, 76))

  // An invoice is made even when the storage has lost the logo.
  await shop.files.remove([logo.url.replace('/files/', '')])
  expect(picturesIn(await drawInvoice(stored, await readSeller(shop)))).toBe(0)
})

const picturesIn = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Subtype \/Image\b/g)?.length ?? 0

const fill = (...rgb: number[]) => `${rgb.map((value) => value / 255).join(' ')} scn`

/** The drawing operators of its pages. */
function drawnIn(pdf: Buffer) {
  const streams = [
    ...pdf.toString('latin1').matchAll(/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g),
  ]
  return streams
    .map(([, body = '']) => inflateSync(Buffer.from(body, 'latin1')).toString('latin1'))
    .join('\n')
}
