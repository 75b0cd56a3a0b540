import { expect, test } from 'vitest'
import { unmarkScripts } from './inline-scripts.ts'

test('only scripts that the renderer emitted are allowed, and the mark is gone', () => {
  const { html, scripts } = unmarkScripts(
    [
      '<meta property="csp-nonce" content="mark"/>',
      '<script nonce="mark">ours()</script>',
      '<script class="$tsr" nonce="mark">also.ours()</script>',
      '<script nonce="mark" src="/assets/a.js"></script>',
      '<script type="application/ld+json" nonce="mark">{"name":"Serum"}</script>',
      '<script>injected()</script>',
      '<script nonce="guess">guessed()</script>',
      '<p nonce="mark"><script>nested()</script></p>',
    ].join(''),
    'mark',
  )
  expect(scripts).toEqual(['ours()', 'also.ours()'])
  expect(html).not.toContain('mark')
  expect(html).toContain('<script>ours()</script>')
})
