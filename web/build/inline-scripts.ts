const INLINE_SCRIPT =
  /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g

/** The inline scripts of a page. With a `mark`, only those that carry it as their nonce. */
export function inlineScriptsOf(html: string, mark?: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].flatMap(({ groups }) => {
    const isMarked = mark === undefined || groups?.attributes?.includes(` nonce="${mark}"`)
    return isMarked ? (groups?.text ?? '') : []
  })
}

/**
 * The router marks the scripts that it emits with a nonce. A page is cached and sent to all visitors, so the policy names
 * their hashes instead, and the mark goes: a script that content brought into the page has none, and does not run.
 */
export function unmarkScripts(html: string, mark: string) {
  return {
    html: html
      .replace(`<meta property="csp-nonce" content="${mark}"/>`, '')
      .replaceAll(` nonce="${mark}"`, ''),
    scripts: inlineScriptsOf(html, mark),
  }
}
