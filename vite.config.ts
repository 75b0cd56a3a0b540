import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleReport } from './web/build/bundle-report.ts'
import { contractRoutes } from './web/build/contract-routes.ts'
import { precompress } from './web/build/precompress.ts'

/** `vite build` makes both: the browser's files, then the renderer that the server imports. */
export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'web/routes',
      generatedRouteTree: 'web/routeTree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
    contractRoutes(),
    bundleReport(),
    precompress(),
  ],
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web/client',
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['web/boot.ts', 'web/entry-client.tsx'],
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack|@orpc|seroval|seroval-plugins)\//,
                  tags: ['$initial'],
                },
                // What every page needs, in one file rather than a dozen crumbs; `boot` fetches it.
                {
                  name: 'shop',
                  test: /^(?!.*\/web\/boot\.ts$)/,
                  tags: ['$initial'],
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled whole, so that the pages render with React's production build whatever NODE_ENV says.
      resolve: { noExternal: command === 'build' || undefined },
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : undefined,
      build: {
        ssr: true,
        outDir: 'dist/web/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/entry-server.tsx',
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
}))
