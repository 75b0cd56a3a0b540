import type { OpenAPI } from '@orpc/contract'

type Operation = { method: string; path: string; operation: OpenAPI.OperationObject }

/** The OpenAPI description as a page to read: one file, no script, nothing loaded from anywhere. */
export function apiDocsPage(description: OpenAPI.Document) {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as OpenAPI.OperationObject,
    })),
  )
  const groups = groupBy(operations, groupOf)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(description.info.title)}</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(description.info.title)}</h1><p>${escapeHtml(description.info.description ?? '')}</p>
<p>Programs call it with an API key, which the owner creates in the back office (Site Settings, API Keys) with rights by area:
<code>Authorization: Bearer petal_…</code>. Calls beyond the limit of a key are refused with 429.</p>
<p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a></p></header>
<nav aria-label="Groups">${[...groups.keys(), 'webhooks'].map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(' ')}</nav>
<main>${[...groups].map(([name, entries]) => group(name, entries)).join('')}${webhooksOf(description)}</main></body></html>`
}

/** What the shop calls, beside what can be called. */
function webhooksOf({ webhooks = {} }: OpenAPI.Document) {
  const entries = Object.entries(webhooks).map(([event, item]) => {
    const { parameters, requestBody, responses, summary } =
      (item as { post?: OpenAPI.OperationObject }).post ?? {}
    const parts = [
      part('Headers', parameters),
      part('Body', requestBody),
      part('Answers', responses),
    ]
    return `<details><summary><b class="POST">POST</b> <code>${escapeHtml(event)}</code>
<span>${escapeHtml(summary ?? '')}</span></summary>${parts.join('')}</details>`
  })
  return `<section id="webhooks"><h2>Webhooks</h2>
<p>What the shop sends to the addresses that the owner enters in the back office (Site Settings, Webhooks), signed as
Standard Webhooks says. Answer with 2xx within ten seconds; redirects are not followed.</p>${entries.join('')}</section>`
}

const groupOf = ({ path }: Operation) => path.split('/')[1] ?? ''

function groupBy<Item>(items: Item[], key: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const group = (name: string, operations: Operation[]) =>
  `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${operations.map(entry).join('')}</section>`

function entry({ method, path, operation }: Operation) {
  const parts = [
    part('Parameters', operation.parameters),
    part('Request body', operation.requestBody),
    part('Answers', operation.responses),
  ]
  return `<details><summary><b class="${method}">${method}</b> <code>/api${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary ?? '')}</span></summary>
<p>Who may call: <b>${escapeHtml(extension(operation, 'x-policy') ?? 'nobody')}</b>${keyNote(operation)}</p>${parts.join('')}</details>`
}

const extension = (operation: OpenAPI.OperationObject, name: string) => {
  const value = (operation as Record<string, unknown>)[name]
  return value === undefined ? undefined : String(value)
}

function keyNote(operation: OpenAPI.OperationObject) {
  const scope = extension(operation, 'x-key-scope')
  return scope ? `, or an API key with <code>${escapeHtml(scope)}</code>` : ''
}

const part = (title: string, value: unknown) =>
  value && Object.keys(value).length > 0
    ? `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
    : ''

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
:root{font:16px/1.5 system-ui,sans-serif;color:#2a1f24;background:#fffcfa}
body{max-width:960px;margin:0 auto;padding:2rem 1rem}a{color:#a23b55}
nav{display:flex;flex-wrap:wrap;gap:.75rem;padding:.5rem 0 1rem;border-bottom:1px solid #ebdfda}
details{border-bottom:1px solid #ebdfda;padding:.6rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
summary b{display:inline-block;min-width:4.5rem}.GET{color:#3d6b43}.POST,.PUT,.PATCH{color:#8a5a12}.DELETE{color:#a02035}
summary span{color:#6b5b60;margin-left:.5rem}h3{font-size:1rem;margin:.75rem 0 .25rem}
pre{background:#f7e8e5;padding:1rem;border-radius:8px;overflow:auto;max-height:24rem;font-size:13px}`
