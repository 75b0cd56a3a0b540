import { createHash } from 'node:crypto'
import type { Answer } from './http.ts'
import type { Session } from './ledger.ts'

/** Markup that is safe to insert as it stands. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | Html[] | string | number | null | false

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function write(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(write).join('')
  if (part === null || part === false) return ''
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Everything put into the template is escaped, unless it is itself Html. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    texts.reduce((sofar, text, place) => sofar + write(parts[place - 1] ?? null) + text),
  )
}

export const icon = (path: string) =>
  new Html(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  )
const flaskIcon = icon(
  '<path d="M9 3h6M10 3v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 14h9"/>',
)

const pageStyle = `
@font-face{font-family:Figtree;src:url(/checkout/assets/figtree.woff2) format("woff2");
font-weight:300 900;font-display:swap}
:root{--ink:#17211c;--quiet:#55615a;--line:#d9dfdb;--field:#8b968f;--ground:#f3f6f4;--brand:#17603f;
--deep:#114a30;--wrong:#ac2323;--wrong-ground:#fdf1f0;--sim:#5d4300;--sim-ground:#fff4d6}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{font:400 16px/1.5 Figtree,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);
background:#fff;min-height:100dvh;display:flex;flex-direction:column;-webkit-font-smoothing:antialiased}
.sim{background:var(--sim-ground);color:var(--sim);border-bottom:1px solid #eeddaa;font-size:14px;
font-weight:600;text-align:center;padding:9px 20px;line-height:1.4}
.sim svg{width:16px;height:16px;vertical-align:-3px;margin-right:7px}
.page{flex:1;display:grid;grid-template-columns:minmax(0,1fr)}
.side{background:var(--ground);padding:16px 20px 14px;border-bottom:1px solid var(--line)}
.main{padding:20px 20px 32px}
.top{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:0 16px}
.shop{grid-row:span 2}
.side>*,.main>*{max-width:420px;margin-inline:auto}
.shop{display:flex;align-items:center;gap:11px;font-weight:600}
.shop span{flex:none;width:34px;height:34px;border-radius:10px;background:var(--brand);color:#fff;display:grid;
place-items:center;font-size:15px}
.due{color:var(--quiet);font-size:13.5px;text-align:right;line-height:1.3}
.total{font-size:25px;line-height:1.2;text-align:right;font-weight:650;letter-spacing:-.022em;
font-variant-numeric:tabular-nums}
.lines{list-style:none;padding:0;margin-top:9px;font-size:15px}
details .lines{margin-top:0}
.lines li{display:flex;justify-content:space-between;gap:20px;padding:4px 0}
.lines b{font-weight:500;overflow-wrap:anywhere}
.lines small{display:block;color:var(--quiet);font-size:13.5px}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
.sums{margin-top:6px;padding-top:6px;border-top:1px solid var(--line);font-size:15px}
.sums div{display:flex;justify-content:space-between;padding:1px 0;color:var(--quiet)}
.sums .all{color:var(--ink);font-weight:650;font-size:16px}
h1{font-size:21px;line-height:1.3;font-weight:650;letter-spacing:-.01em}
.to{color:var(--quiet);font-size:15px;margin-top:3px;overflow-wrap:anywhere}
form{margin-top:16px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:0 14px}
.field{margin-bottom:13px}
label{display:block;font-size:14.5px;font-weight:550;margin-bottom:6px}
input{width:100%;height:48px;padding:0 14px;font:inherit;font-variant-numeric:tabular-nums;
color:inherit;background:#fff;border:1px solid var(--field);border-radius:10px;
transition:border-color .15s,box-shadow .15s}
input::placeholder{color:#68736c;opacity:1}
input:hover{border-color:var(--quiet)}
input:focus{outline:0;border-color:var(--brand);box-shadow:0 0 0 3px #17603f33}
input[aria-invalid]{border-color:var(--wrong);background:var(--wrong-ground)}
input[aria-invalid]:focus{box-shadow:0 0 0 3px #ac232333}
.error{color:var(--wrong);font-size:14px;line-height:1.35;margin-top:6px}
.alert{margin-top:18px;padding:12px 15px;border-radius:10px;background:var(--wrong-ground);
border:1px solid #efc4c1;color:#7d1717;font-size:15px}
.alert strong{display:block;font-weight:650}
.button{display:flex;align-items:center;justify-content:center;gap:9px;width:100%;min-height:52px;
border:0;border-radius:12px;background:var(--brand);color:#fff;font:inherit;font-size:17px;
font-weight:600;cursor:pointer;text-decoration:none;margin-top:6px;transition:background .15s;
box-shadow:0 1px 2px #0002,inset 0 1px 0 #ffffff26}
.button svg{width:17px;height:17px}
.button:hover{background:var(--deep)}
.leave{display:block;text-align:center;padding:13px;margin-top:5px;color:var(--quiet);
text-decoration:none;font-weight:500;border-radius:10px}
.leave:hover{color:var(--ink);text-decoration:underline}
.button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #17603f66;
outline-offset:2px}
summary{cursor:pointer;font-weight:550;list-style:none;min-height:44px;display:flex;
align-items:center;justify-content:space-between;gap:10px;border-radius:10px}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:8px;height:8px;flex:none;border:solid var(--quiet);border-width:0 2px 2px 0;
transform:rotate(45deg) translate(-2px,-2px);margin-right:4px;transition:transform .18s ease-out}
details[open]>summary::after{transform:rotate(225deg) translate(-2px,-2px)}
.more summary{font-size:15px;color:var(--brand)}
.cards{margin-top:10px;border:1px solid var(--line);border-radius:12px;font-size:15px}
.cards summary{padding:2px 14px}
.cards ul{list-style:none;padding:0}
.cards a{display:grid;grid-template-columns:10px 1fr;align-items:center;gap:0 13px;padding:9px 14px;min-height:44px;border-top:1px solid var(--line);color:inherit;
text-decoration:none}
.cards a:hover{background:var(--ground)}
.cards li:last-child a{border-radius:0 0 12px 12px}
.cards b{font-weight:550;font-variant-numeric:tabular-nums;white-space:nowrap}
.cards small{display:block;font-size:14px;color:var(--quiet)}
.cards i{width:10px;height:10px;border-radius:50%;background:#2f9463}
.cards .decline i{background:var(--wrong)}
.cards .wait i{background:#d39a1c}
.cards .expire i{background:#8b968f}
.cards p{padding:0 14px 11px;margin-top:-6px;color:var(--quiet);font-size:14px}
.fine{margin-top:20px;color:var(--quiet);font-size:13.5px;text-align:center}
.banner{text-align:center;padding:14vh 20px 60px;max-width:460px;margin:0 auto}
.banner .seal{width:64px;height:64px;border-radius:50%;display:grid;place-items:center;
margin:0 auto 22px;background:#e3f0e8;color:var(--brand)}
.banner.neutral .seal{background:#f1f1ee;color:var(--quiet)}
.banner .seal svg{width:28px;height:28px}
.banner h1{font-size:26px}
.banner p{text-wrap:balance;color:var(--quiet);margin-top:9px}
.banner .button{margin:26px auto 0;max-width:300px}
@media(min-width:900px){
.page{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.side{border:0;border-right:1px solid var(--line);padding:72px 64px}
.main{padding:72px 64px}
.side>*{margin-right:0;width:100%}
.main>*{margin-left:0}
.top{display:block}
.due{margin-top:34px;font-size:15px;text-align:left}
.total{font-size:48px;line-height:1.15;text-align:left}
.lines{margin-top:26px}
.lines,.sums{font-size:16px}
.lines li{padding:7px 0}
.sums div{padding:3px 0}
.sums{margin-top:14px;padding-top:14px}
}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
`

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
