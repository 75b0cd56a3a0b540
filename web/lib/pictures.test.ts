import { describe, expect, test } from 'vitest'
import { pictureSources } from './pictures.ts'

describe('where a picture comes from', () => {
  test('a stored file offers every smaller copy of itself, and knows its size', () => {
    expect(pictureSources('/files/k3J-_x-1700000000000-640x800.jpg')).toEqual({
      width: 640,
      height: 800,
      avif: [160, 320, 480]
        .map((w) => `/files/k3J-_x-1700000000000-640x800.${w}.avif ${w}w`)
        .join(', '),
      webp: [160, 320, 480]
        .map((w) => `/files/k3J-_x-1700000000000-640x800.${w}.webp ${w}w`)
        .join(', '),
    })
  })

  test('a small one is shown as it is', () => {
    expect(pictureSources('/files/a-1-120x90.png')).toEqual({ width: 120, height: 90 })
  })

  test.each(['https://example.com/a-1-640x800.jpg', '/other/a-1-640x800.jpg', '/files/a.jpg', ''])(
    '%j is not ours, so nothing is assumed about it',
    (src) => expect(pictureSources(src)).toEqual({}),
  )
})
