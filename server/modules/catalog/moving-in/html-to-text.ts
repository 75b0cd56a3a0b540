/** Tags that begin a new line, and those that leave a blank one around them. */
const LINES = new Set(['br', 'div', 'dt', 'dd', 'tr', 'section', 'article', 'header', 'footer'])
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr figcaption'.split(' '),
)
/** What is in them is not for readers. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'title'])

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  times: '×',
  reg: '®',
  copy: '©',
  trade: '™',
  euro: '€',
  pound: '£',
  cent: '¢',
  yen: '¥',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  plusmn: '±',
  micro: 'µ',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  thorn: 'þ',
}

/** `&eacute;`, `&Uuml;`, `&ccedil;`: a letter and its accent, put together by Unicode. */
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
}

function entity(whole: string, name: string): string {
  if (name.startsWith('#')) {
    const isHex = /^#x/i.test(name)
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    const isLetter = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isLetter ? String.fromCodePoint(code) : ' '
  }
  const accent = ACCENTS[name.slice(1)]
  if (accent) return `${name[0]}${accent}`.normalize('NFC')
  return ENTITIES[name] ?? whole
}

const readable = (text: string) =>
  text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,30});/gi, entity)

/**
 * The text of a description in HTML, as our pages show it: paragraphs with a blank line between them, items of a list
 * with a dash. Goes through the text once, whatever is in it; nothing of it is ever shown as HTML.
 */
export function htmlToText(html: string): string {
  const lower = html.toLowerCase()
  // A text without blocks has its own line breaks; within blocks they mean nothing.
  const hasBlocks = /<(p|div|br|li|h[1-6]|table)\b/.test(lower)
  const words = (text: string) => readable(hasBlocks ? text.replace(/\s+/g, ' ') : text)
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    parts.push(words(html.slice(at, open)))
    const tag = readTag(lower, open)
    parts.push(tag.text)
    at = tag.end
  }
  parts.push(words(html.slice(at)))
  return tidy(parts.join(''))
}

/** What a tag becomes, and where the text goes on behind it. */
function readTag(lower: string, open: number): { text: string; end: number } {
  if (lower.startsWith('<!--', open)) return { text: '', end: behind(lower, '-->', open) }
  if (!/[a-z/!?]/.test(lower[open + 1] ?? '')) return { text: '<', end: open + 1 }
  const end = behind(lower, '>', open)
  const name = /^<(\/?[a-z0-9]+)/.exec(lower.slice(open, open + 20))?.[1] ?? ''
  if (HIDDEN.has(name)) return { text: '', end: behind(lower, `</${name}`, open, '>') }
  if (name === 'li') return { text: '\n- ', end }
  const plain = name.replace('/', '')
  if (BLOCKS.has(plain)) return { text: '\n\n', end }
  if (LINES.has(plain)) return { text: name.startsWith('/') ? '' : '\n', end }
  return { text: plain === 'td' || plain === 'th' ? ' ' : '', end }
}

/** Behind the next of these; the end of the text where there is none. */
function behind(text: string, mark: string, from: number, then = ''): number {
  const found = text.indexOf(mark, from)
  if (found < 0) return text.length
  return then ? behind(text, then, found) : found + mark.length
}

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '-')
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    // A blank line between the items of a list is from the space around its tags.
    .replace(/(?<=^|\n)(- [^\n]*)\n\n(?=- )/g, '$1\n')
    .trim()
