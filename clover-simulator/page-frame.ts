import { createHash } from 'node:crypto'
import { Html, html } from './escape-html.ts'
import type { Answer } from './http.ts'
import type { Session } from './ledger.ts'
import { pageStyle } from './page-style.ts'

export const icon = (path: string) =>
  new Html(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  )
const flaskIcon = icon(
  '<path d="M9 3h6M10 3v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 14h9"/>',
)

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const favicon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%2317603f%22/%3E%3Cpath d=%22M4.5 8.2 7 10.7l4.5-5%22 stroke=%22white%22 stroke-width=%221.8%22 fill=%22none%22/%3E%3C/svg%3E'

/** Browsers apply form-action to the redirect after the form as well, so the shop must be in it. */
function contentSecurityPolicy(session?: Session): string {
  const origins = Object.values(session?.redirect_urls ?? {}).map((url) => new URL(url).origin)
  const plain = [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...plain].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

export function answerPage(
  title: string,
  content: Html,
  status: number,
  session?: Session,
): Answer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${new Html(favicon)}">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header class="sim">${flaskIcon}Simulated payment: no card is charged</header>
${content}
</body>
</html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(session),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    },
    body: page.markup,
  }
}
