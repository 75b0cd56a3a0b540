import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { Log } from '../platform/log.ts'
import type { Api } from './api.ts'
import type { Answer } from './page-cache.ts'
import { builtPages } from './paths.ts'
import { pageContentPolicy } from './security-headers.ts'

export type RenderPage = (request: { url: string; origin: string }) => Promise<{
  status: number
  headers: Record<string, string>
  html: string
}>

export type Pages = {
  render: RenderPage
  /** While developing, sources are asked for by the browser itself. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close?: () => Promise<void>
}

/** The built render entry: all that the server knows of the web. */
export async function loadBuiltPages(api: Api, log: Log): Promise<Pages> {
  const { createRenderer } = await import(pathToFileURL(builtPages.renderEntry).href)
  const manifest = JSON.parse(await readFile(builtPages.manifest, 'utf8'))
  const onFailure = (err: unknown) => log.error({ err }, 'page failed')
  return { render: createRenderer({ api: api.inProcess, manifest, onFailure }) }
}

export async function renderAnswer(
  { render, middleware }: Pages,
  url: string,
  origin: string,
): Promise<Answer> {
  const { status, headers, html } = await render({ url, origin })
  return {
    status,
    headers: {
      ...headers,
      'content-security-policy': pageContentPolicy(html, { hotReload: middleware !== undefined }),
    },
    body: html,
  }
}
