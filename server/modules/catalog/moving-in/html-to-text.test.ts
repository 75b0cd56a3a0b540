import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

test.each([
  ['<p>One</p>\n<p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<ul>\n<li>Rose</li>\n<li>Mint</li>\n<li> </li>\n</ul>', '- Rose\n- Mint'],
  ['<h2>Use</h2><p>Morning &amp; night</p>', 'Use\n\nMorning & night'],
  ['Cr&egrave;me br&ucirc;l&eacute;e &#8211; 5&nbsp;ml &euro;', 'Crème brûlée – 5 ml €'],
  ['First line\nsecond line', 'First line\nsecond line'],
  ['<p>First line\n  second line</p>', 'First line second line'],
  ['a < b and <b>c</b> > d', 'a < b and c > d'],
  ['<script>alert(1)</script><style>p{}</style>Text<!-- hidden -->', 'Text'],
  ['<p onclick="x()">&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<script>alert(1)</script>'],
  ['<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
  ['Never closed <!-- and then', 'Never closed'],
  ['Never closed <b', 'Never closed'],
  ['&unknown; &#0; &#xd800;', '&unknown;'],
  ['', ''],
])('%j is %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('a hostile text takes one pass', () => {
  for (const part of ['<!--', '<script>', '<', '&', '<p', '- \n\n']) {
    htmlToText(part.repeat(50_000))
  }
})
