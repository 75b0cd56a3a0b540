import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import { useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { currencyOf } from '#contract/money.ts'
import { Frame } from '../frame/Frame.tsx'
import { api } from '../lib/api.ts'
import { CurrencyProvider } from '../lib/money.ts'
import type { SiteInfo } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'
import type { RouterContext } from '../router.tsx'

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { api, queryClient, origin } }): Promise<SiteInfo> => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.site_settings.list.queryOptions()),
      loadOptional(queryClient, api.pages.nav.queryOptions()),
    ])
    const { site_title = '', site_description = '' } = settings
    return { origin, site_title, site_description, currency: currencyOf(settings.currency) }
  },
  head: ({ loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: loaderData?.site_title },
      { name: 'description', content: loaderData?.site_description },
      { name: 'theme-color', content: '#fffcfa' },
    ],
    links: [
      font(figtree),
      font(fraunces),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ],
  }),
  shellComponent: Document,
  component: Shop,
})

function Document({ children }: { children: ReactNode }) {
  const { data } = useQuery(api.site_settings.list.queryOptions())
  return (
    // Empty, as by default, it is left out.
    <html lang="en" style={{ '--accent': data?.accent_colour } as CSSProperties}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Shop() {
  const { data } = useQuery(api.site_settings.list.queryOptions())
  return (
    <CurrencyProvider value={currencyOf(data?.currency)}>
      <Frame>
        <Outlet />
      </Frame>
    </CurrencyProvider>
  )
}
