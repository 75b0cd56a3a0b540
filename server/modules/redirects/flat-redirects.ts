import { isShopAddress } from '#contract/edit-pages.ts'
import { isOwnPath, oldPath } from '#contract/old-path.ts'
import { LONGEST_PATH } from '#contract/redirects.ts'

export type Pair = { from_path: string; to_path: string }
type Refusal = 'REDIRECT_FROM_UNUSABLE' | 'REDIRECT_FROM_PAGE' | 'REDIRECT_LEAVES_SHOP'

/** What was typed, in the form in which it is stored, or why it cannot be. */
export function readPair(typed: Pair, publicUrl: string): Pair | { refusal: Refusal } {
  const from_path = oldPath(typed.from_path)
  if (from_path === null || from_path.length > LONGEST_PATH) {
    return { refusal: 'REDIRECT_FROM_UNUSABLE' }
  }
  if (isShopAddress(from_path.slice(1))) return { refusal: 'REDIRECT_FROM_PAGE' }
  // An address that was copied from the browser.
  const to = typed.to_path.trim()
  const isWhole = to.toLowerCase().startsWith(`${publicUrl.toLowerCase()}/`)
  const to_path = isWhole ? to.slice(publicUrl.length) : to
  return isOwnPath(to_path) ? { from_path, to_path } : { refusal: 'REDIRECT_LEAVES_SHOP' }
}

/**
 * The final targets of all redirects: what leads to an old address leads on to where that one leads. Those in a circle
 * are named instead.
 */
export function flatten(all: ReadonlyMap<string, string>) {
  const circles = new Set<string>()
  const targets = new Map<string, string>()
  for (const [from, to] of all) {
    const seen = new Set([from])
    let target = to
    for (;;) {
      const next = oldPath(target)
      const further = next === null ? undefined : all.get(next)
      if (next === null || further === undefined) break
      if (seen.has(next)) {
        circles.add(from)
        break
      }
      seen.add(next)
      target = further
    }
    targets.set(from, target)
  }
  return { targets, circles }
}
