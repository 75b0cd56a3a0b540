import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleReport } from './web/build/bundle-report.ts'
import { bundledPackages } from './web/build/bundled-packages.ts'
import { contractRoutes } from './web/build/contract-routes.ts'
import { precompress } from './web/build/precompress.ts'
import { slimIcons } from './web/build/slim-icons.ts'
import { slimPreload } from './web/build/slim-preload.ts'
import { zodInBrowser } from './web/build/zod-in-browser.ts'

const BACK_OFFICE = /\/web\/admin\/|\/web\/routes\/admin\/.*tsr-split/
const BACK_OFFICE_FILES = 'assets/admin/'
/** Pages apart from the way to an order. They fetch what they share with others a moment later. */
const SELDOM_OPENED =
  /^assets\/(_slug|account|auth|confirm-email|contact|first-owner|forgot-password|my-orders|page|payment-success|privacy|reset-password|shipping-policy|SignInAgain|terms|undo-email-change)-/
/** What every page has loaded before it imports anything else. */
const LOADED_FIRST = /^assets\/(framework|react|rolldown-runtime|shop)-/

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
    zodInBrowser(),
    slimIcons(),
    slimPreload(),
    bundleReport(),
    bundledPackages(),
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
        modulePreload: {
          polyfill: false,
          // Their names stand in the first script of every shopper page.
          resolveDependencies: (file, dependencies) =>
            file.startsWith(BACK_OFFICE_FILES) || SELDOM_OPENED.test(file)
              ? []
              : dependencies.filter((dependency) => !LOADED_FIRST.test(dependency)),
        },
        rolldownOptions: {
          input: ['web/boot.ts', 'web/entry-client.tsx'],
          output: {
            // As short as rolldown allows: the first script names all of them.
            chunkFileNames: ({ moduleIds }) =>
              moduleIds.some((id) => BACK_OFFICE.test(id))
                ? `${BACK_OFFICE_FILES}[name]-[hash:7].js`
                : 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                // Two files, which `boot` starts in two tasks: one would block a slow phone for longer.
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                  tags: ['$initial'],
                },
                {
                  name: 'framework',
                  test: /node_modules\/(@tanstack|@orpc|seroval|seroval-plugins)\//,
                  tags: ['$initial'],
                },
                // What every page needs, in one file rather than a dozen crumbs; `boot` fetches it.
                {
                  name: 'shop',
                  test: /^(?!.*\/web\/boot\.ts$)/,
                  tags: ['$initial'],
                },
                // Of carousels and galleries: files of 150 bytes would cost more than they hold.
                {
                  name: 'icons',
                  test: /\/lucide-react\/.*\/icons\/(chevron-left|chevron-right|pause|play)\.mjs$/,
                },
                // The back office counts with it, too.
                {
                  name: 'stepper',
                  test: /\/web\/ui\/QuantityStepper\.tsx$|\/lucide-react\/.*\/icons\/(minus|plus)\.mjs$/,
                },
                // The back office previews them, too; apart, they would be crumbs.
                {
                  name: 'home',
                  test: /\/web\/features\/home\/(Hero|HomeSection|home-head)\.tsx?$/,
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
