import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { Log } from '../platform/log.ts'
import { createTurnQueue } from '../platform/turn-queue.ts'
import { createAdmission, OverloadedError } from './admission.ts'
import type { Api } from './api.ts'
import type { Answer } from './page-cache.ts'
import { builtPages } from './paths.ts'
import { pageContentPolicy } from './security-headers.ts'

type Renderer = {
  render: (request: { url: string; origin: string; takeTurn: () => Promise<void> }) => Promise<{
    status: number
    headers: Record<string, string>
    html: string
    /** The only ones that may run. */
    inlineScripts: string[]
    isComplete: boolean
  }>
  /** The address without the search parameters that its route does not read. */
  cacheKey: (url: string) => string
}

export type Pages = Renderer & {
  /** In development the browser asks for the sources themselves. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close?: () => Promise<void>
}

/** The built render entry: all that the server knows of the web. */
export async function loadBuiltPages(api: Api, log: Log): Promise<Pages> {
  const { createRenderer } = await import(pathToFileURL(builtPages.renderEntry).href)
  const manifest = JSON.parse(await readFile(builtPages.manifest, 'utf8'))
  const onFailure = (err: unknown) => log.error({ err }, 'page failed')
  return createRenderer({ api: api.inProcess, manifest, onFailure })
}

/** Rendering is CPU work: a few at a time overlap with the database, more would only delay everything else. */
const CONCURRENT_RENDERS = 2
const LONGEST_WAIT_MS = 2000
const RETRY_AFTER_SECONDS = 2

/** Renders pages, and refuses at once (OverloadedError) when the queue is longer than about two seconds. */
export function createPageRenderer(
  pages: Pages,
  { origin, isDatabaseUp }: { origin: () => string; isDatabaseUp: () => Promise<boolean> },
) {
  const admission = createAdmission({
    concurrency: CONCURRENT_RENDERS,
    maxWaitMs: LONGEST_WAIT_MS,
  })
  const turns = createTurnQueue()
  // Lets cached pages and API calls that arrived meanwhile go first.
  const takeTurn = () => new Promise<void>(turns)
  const render = (url: string): Promise<Answer> =>
    admission.run(async () => {
      await takeTurn()
      const page = await pages.render({ url, origin: origin(), takeTurn })
      const { status, headers, html, inlineScripts, isComplete } = page
      // Not an error of the page: it works again as soon as the database does.
      if (status >= 500 && !(await isDatabaseUp())) throw new OverloadedError(RETRY_AFTER_SECONDS)
      return {
        status,
        isComplete,
        headers: {
          ...headers,
          'content-security-policy': pageContentPolicy(inlineScripts, {
            hotReload: pages.middleware !== undefined,
          }),
        },
        body: html,
      }
    })
  return { render, isOverloaded: admission.isOverloaded }
}

export type PageRenderer = ReturnType<typeof createPageRenderer>

export const BUSY_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>One moment, please</title>
<style>body{font:17px/1.6 system-ui,sans-serif;color:#2a1f24;background:#fffcfa;display:grid;place-content:center;min-height:90vh;margin:0;padding:1.5rem;text-align:center}</style>
</head><body><main><h1>One moment, please</h1><p>Many people are visiting the shop right now. Please try again in a few seconds.</p></main></body></html>
`
