import { createHash } from 'node:crypto'
import type { trackingHosts } from '#contract/tracking.ts'

/** The headers of every answer. */
export const COMMON_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'x-dns-prefetch-control': 'off',
  'origin-agent-cluster': '?1',
}

export const STRICT_TRANSPORT = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

/** For answers that are not pages: they may load and run nothing. */
export const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** For the few pages that are one static file: styles inside it, nothing else. */
export const STATIC_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type PolicyOptions = { hotReload?: boolean; hosts?: ReturnType<typeof trackingHosts> }

const NO_HOSTS = { script: [], connect: [], picture: [] }

/**
 * Scripts run from ourselves or by hash of exactly what we rendered. Styles may be inline, since the
 * toast and dialog libraries inject theirs.
 */
export function pageContentPolicy(
  inlineScripts: string[],
  { hotReload = false, hosts = NO_HOSTS }: PolicyOptions = {},
) {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes), ...hosts.script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...hosts.picture].join(' '),
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(hotReload ? ['ws:'] : []), ...hosts.connect].join(' '),
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
