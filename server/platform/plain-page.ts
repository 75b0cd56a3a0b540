import type { FastifyReply } from 'fastify'

/** `body` is HTML: what a person typed goes through `escapeHtml` first. */
type PlainPage = { title: string; body: string }

/** A page without scripts, independent of the web app: for the links in mails. */
export const answerPlainPage = (reply: FastifyReply, status: number, page: PlainPage) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(htmlOf(page))

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const htmlOf = ({ title, body }: PlainPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fffcfa; color: #2a1f24; font: 1rem/1.6 Figtree, system-ui, sans-serif }
  main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem; text-align: center; overflow-wrap: anywhere }
  h1 { font: 400 2rem/1.2 Fraunces, Georgia, serif; margin: 0 0 1rem }
  p { color: #6b5b60; margin: 0 0 1.5rem }
  button { min-height: 44px; padding: 0 1.5rem; border: 0; border-radius: 999px; background: #a23b55; color: #fff; font: inherit; cursor: pointer }
  button.quiet { background: none; color: #a23b55; text-decoration: underline }
  fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; text-align: left }
  legend { position: absolute; clip-path: inset(50%) }
  label { display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 44px; padding: .875rem 0; border-top: 1px solid #ebdfda; cursor: pointer }
  label:last-child { border-bottom: 1px solid #ebdfda }
  label b, label small { display: block }
  label b { font-weight: 600 }
  label small { color: #6b5b60; font-size: .875rem; line-height: 1.45 }
  [role=switch] { flex: none; appearance: none; position: relative; width: 3rem; height: 1.75rem; margin: 0; border: 1px solid #8a777d; border-radius: 999px; background: #fff; cursor: pointer; transition: background .15s ease-out }
  [role=switch]::after { content: ""; position: absolute; top: 50%; left: .25rem; width: 1.25rem; height: 1.25rem; border-radius: 50%; background: #8a777d; transform: translateY(-50%); transition: left .15s ease-out }
  [role=switch]:checked { border-color: #a23b55; background: #a23b55 }
  [role=switch]:checked::after { left: 1.4rem; background: #fff }
  @media (prefers-reduced-motion: reduce) { [role=switch], [role=switch]::after { transition: none } }
  @media (forced-colors: active) { [role=switch] { appearance: auto } [role=switch]::after { display: none } }
  a { color: #a23b55 }
  :focus-visible { outline: 2px solid #a23b55; outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
<p><a href="/">Back to the shop</a></p>
</main>
</body>
</html>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
