import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SiteSettings } from '#contract/content.ts'
import { trackingHosts } from '#contract/tracking.ts'
import type { Log } from '../platform/log.ts'
import { OverloadedError } from './admission.ts'
import type { Api } from './api.ts'
import type { Answer } from './page-cache.ts'
import { type RenderedPage, type RenderRequest, startRenderThread } from './render-thread.ts'
import { pageContentPolicy } from './security-headers.ts'

export type Pages = {
  render: (request: RenderRequest) => Promise<RenderedPage>
  /** The address without the search parameters that its route does not read. */
  cacheKey: (url: string) => string
  /** Whether the page of a cache key lists products. */
  listsProducts: (key: string) => boolean
  /** In development the browser asks for the sources themselves. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Renders at once from now on. */
  ready?: () => Promise<unknown>
  close?: () => Promise<void>
}

type Options = {
  api: Api
  log: Log
  /** The program that renders in a thread of its own; without it pages are rendered in this one. */
  renderProgram?: string | undefined
}

/** The built render entry: all that the server knows of the web. */
export async function loadBuiltPages({ api, log, renderProgram }: Options): Promise<Pages> {
  const { renderEntry } = builtPages
  const manifest = JSON.parse(await readFile(builtPages.manifest, 'utf8'))
  // Before this thread loads the same code, so that both do it at the same time.
  const thread =
    renderProgram && startRenderThread({ program: renderProgram, renderEntry, manifest, api, log })
  const { createRenderer } = await import(pathToFileURL(renderEntry).href)
  const onFailure = (err: unknown) => log.error({ err }, 'page failed')
  const here: Pages = createRenderer({ api: api.inProcess, manifest, onFailure })
  return { ...here, ...thread }
}

const RETRY_AFTER_SECONDS = 2

/** Makes the answer of a page. */
export function createPageRenderer(
  pages: Pages,
  {
    origin,
    services,
  }: {
    origin: () => string
    /** The ids of services that visitors may agree to. */
    services: () => Promise<SiteSettings>
  },
) {
  return async (url: string): Promise<Answer> => {
    const page = await pages.render({ url, origin: origin() })
    const { status, headers, html, inlineScripts, isComplete, isUnavailable } = page
    // Not an error of the page: it works again as soon as the database does.
    if (status >= 500 && isUnavailable) throw new OverloadedError(RETRY_AFTER_SECONDS)
    const hotReload = pages.middleware !== undefined
    const hosts = trackingHosts(await services())
    return {
      status,
      isComplete,
      headers: {
        ...headers,
        'content-security-policy': pageContentPolicy(inlineScripts, { hotReload }),
      },
      ...(hosts.script.length > 0 && {
        headersWithConsent: {
          'content-security-policy': pageContentPolicy(inlineScripts, { hotReload, hosts }),
        },
      }),
      body: html,
    }
  }
}

export const BUSY_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>One moment, please</title>
<style>body{font:17px/1.6 system-ui,sans-serif;color:#2a1f24;background:#fffcfa;display:grid;place-content:center;min-height:90vh;margin:0;padding:1.5rem;text-align:center}</style>
</head><body><main><h1>One moment, please</h1><p>Many people are visiting the shop right now. Please try again in a few seconds.</p></main></body></html>
`

/** Two folders up, both from server/http/ in the sources and from dist/server/ in the bundle. */
const root = fileURLToPath(new URL('../..', import.meta.url))

export const builtPages = {
  client: join(root, 'dist/web/client'),
  manifest: join(root, 'dist/web/client/manifest.json'),
  renderEntry: join(root, 'dist/web/server/entry-server.js'),
}
