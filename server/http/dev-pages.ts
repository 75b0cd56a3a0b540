import { createServer } from 'vite'
import type { Api } from './api.ts'
import type { Pages } from './pages.ts'

const BOOT = 'web/boot.ts'
const ENTRY = 'web/entry-client.tsx'

/** For `npm run dev`: pages straight from the sources, through Vite, which also updates the browser. */
export async function openDevPages(api: Api, onChange: () => void): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const manifest = {
    [BOOT]: { file: BOOT },
    [ENTRY]: { file: ENTRY, css: ['web/styles.css'] },
  }
  vite.watcher.on('all', onChange)
  return {
    middleware: vite.middlewares,
    close: () => vite.close(),
    cacheKey: (url) => url,
    listsProducts: () => true,
    async render(request) {
      const { createRenderer } = await vite.ssrLoadModule('/web/entry-server.tsx')
      const page = await createRenderer({ api: api.inProcess, manifest }).render(request)
      const html = await vite.transformIndexHtml(request.url, page.html)
      // Vite adds its own.
      const { inlineScriptsOf } = await vite.ssrLoadModule('/web/build/inline-scripts.ts')
      return { ...page, html, inlineScripts: inlineScriptsOf(html) }
    },
  }
}
