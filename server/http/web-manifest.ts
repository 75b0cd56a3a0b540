import type { FastifyInstance } from 'fastify'
import { readSettings } from '../modules/content/reads.ts'
import type { AppContext } from '../platform/rpc.ts'
import type { PageCache } from './page-cache.ts'
import { NOTHING_ALLOWED } from './security-headers.ts'

const ICON = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/back-office-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** With it a phone can install the back office as an app. */
export function serveWebManifest(
  app: FastifyInstance,
  { context, cache }: { context: AppContext; cache: PageCache },
) {
  app.get('/admin.webmanifest', (request, reply) =>
    cache.answer('/admin.webmanifest', request, reply, async () => {
      const { site_title } = await readSettings(context)
      const manifest = {
        name: `${site_title || 'Shop'} back office`,
        short_name: site_title || 'Back office',
        id: '/admin',
        start_url: '/admin',
        scope: '/admin',
        display: 'standalone',
        background_color: '#fffcfa',
        theme_color: '#fffcfa',
        icons: [ICON(192, 'any'), ICON(512, 'any'), ICON(512, 'maskable')],
      }
      return {
        status: 200,
        headers: {
          'content-type': 'application/manifest+json',
          'content-security-policy': NOTHING_ALLOWED,
        },
        body: JSON.stringify(manifest),
      }
    }),
  )
}
