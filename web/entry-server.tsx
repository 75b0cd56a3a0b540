import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server'
import { type ClientManifest, entryAssets, routeAssets } from './build/client-manifest.ts'
import { type ApiClient, callInProcess } from './lib/api.ts'
import { createAppRouter } from './router.tsx'

type PageRequest = { url: string; origin: string }
type RenderedPage = { status: number; headers: Record<string, string>; html: string }

type RendererOptions = {
  /** The API's router, called in process. */
  api: ApiClient
  /** Vite's manifest of the browser build. */
  manifest: ClientManifest
  /** Told of calls that failed while a page was made; the page itself says nothing about it. */
  onFailure?: (error: unknown) => void
}

/** Renders any address of the shop. What it answers depends on the address and the shop's data, never on who asks. */
export function createRenderer({ api, onFailure = console.error, ...options }: RendererOptions) {
  callInProcess({ api, onFailure })
  const manifest = routerManifest(options.manifest)

  return async ({ url, origin }: PageRequest): Promise<RenderedPage> => {
    const handle = createRequestHandler({
      request: new Request(new URL(url, origin)),
      createRouter: () => createAppRouter(origin),
      getRouterManifest: () => manifest,
    })
    const response = await handle(({ router, responseHeaders }) =>
      renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
    )
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      html: await response.text(),
    }
  }
}

/** Tells the router which scripts and styles each route brings. */
function routerManifest(manifest: ClientManifest) {
  const { boot, scripts, css } = entryAssets(manifest)
  const root = {
    css,
    scripts: [
      // What others build on comes first, the entry last.
      ...scripts.toReversed().map((src) => later(src, { 'data-start': '' })),
      { attrs: { type: 'module', src: boot, fetchPriority: 'low' } },
    ],
  }
  const routes = Object.keys(createAppRouter('').routesById).map((id) => {
    const own = routeAssets(manifest, id)
    return [id, { css: own.css, scripts: own.scripts.map((src) => later(src)) }] as const
  })
  return { routes: { ...Object.fromEntries(routes), __root__: root } }
}

/** Not fetched by the browser itself: `boot.ts` does that once the page is painted. */
const later = (src: string, more = {}) => ({ attrs: { type: 'module-later', src, ...more } })
