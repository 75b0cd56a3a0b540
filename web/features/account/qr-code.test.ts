import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const print = (text: string) =>
  createHash('sha256')
    .update(JSON.stringify(qrCode(text)))
    .digest('hex')
    .slice(0, 16)

const URI =
  'otpauth://totp/localhost%3A3000:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=localhost%3A3000&digits=6&period=30'

describe('a QR code', () => {
  // Each of these was read back by a scanner (zbar) when it was written down.
  test.each([
    ['HELLO', 21, '57c6e44ea09e318f'],
    ['z'.repeat(14), 21, 'dba8c22afea1332b'],
    ['w'.repeat(106), 41, '461e0d4d0dbe61a6'],
    [URI, 49, 'e2ad90dcec8c72b2'],
    ['v'.repeat(200), 57, '9f7a57181397fe41'],
    ['y'.repeat(410), 77, '0150af38d99b5c76'],
  ])('of %s is the one that scanners read', (text, size, known) => {
    expect(qrCode(text)).toHaveLength(size)
    expect(print(text)).toBe(known)
  })

  test('has a size for every length, and says so when a text is too long', () => {
    for (let length = 0; length <= 412; length += 4) {
      const rows = qrCode('x'.repeat(length))
      expect(rows.every((row) => row.length === rows.length)).toBe(true)
    }
    expect(() => qrCode('x'.repeat(413))).toThrow('too long')
  })
})
