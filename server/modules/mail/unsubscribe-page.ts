export const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type Page = { step: 'ask' | 'done'; email: string } | { step: 'broken' }

/** A page of its own, without scripts: whoever wants to leave should not have to load the shop. */
export function unsubscribePage(page: Page) {
  const { title, body } = contentOf(page)
  return `<!doctype html>
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
}

function contentOf(page: Page) {
  if (page.step === 'broken') {
    return {
      title: 'This link is not valid',
      body: '<p>Please use the link in the newest mail you got from us.</p>',
    }
  }
  const address = `<strong>${escapeHtml(page.email)}</strong>`
  if (page.step === 'done') {
    return {
      title: 'You are unsubscribed',
      body: `<p>We send no more marketing mail to ${address}. Mail about your orders still comes.</p>`,
    }
  }
  return {
    title: 'Unsubscribe',
    body: `<p>Do you want no more marketing mail to ${address}? Mail about your orders still comes.</p>
<form method="post"><p><button type="submit">Unsubscribe</button></p></form>`,
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
