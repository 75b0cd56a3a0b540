/**
 * The form in which old addresses are stored and compared: the path alone, without host, search and the last slash,
 * readable and in lower case. Null for what is no path, and for the home page.
 */
export function oldPath(text: string): string | null {
  const path = text
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#][\s\S]*$/, '')
  if (!path.startsWith('/')) return null
  const plain = readable(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no address has one.
  return plain === '' || /[\u0000-\u001f\u007f\\]/.test(plain) ? null : plain
}

function readable(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A path of this shop, with its search; whatever a browser could read as another host is none. */
export const isOwnPath = (text: string) =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) &&
  URL.canParse(text, 'http://shop.invalid') &&
  new URL(text, 'http://shop.invalid').host === 'shop.invalid'
