// @ts-check
/** Bundles the programs of server/programs; packages stay in node_modules. */
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Each becomes dist/server/{name}.js. */
const PROGRAMS = {
  supervisor: 'server/programs/supervisor.ts',
  web: 'server/programs/web.ts',
  'clover-simulator': 'server/programs/clover-simulator.ts',
  demo: 'server/programs/demo.ts',
  'picture-encoder': 'server/programs/picture-encoder.ts',
  'picture-variants': 'server/programs/picture-variants.ts',
  admin: 'server/programs/admin.ts',
  doctor: 'server/programs/doctor.ts',
  backup: 'server/programs/backup.ts',
  restore: 'server/programs/restore.ts',
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const outdir = path.join(root, 'dist/server')

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
  logLevel: 'warning',
}

await rm(outdir, { recursive: true, force: true })
await build({
  ...shared,
  entryPoints: PROGRAMS,
  outdir,
  splitting: true,
  // Beside the programs, so that paths relative to `import.meta.url` are the same in both.
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  packages: 'external',
  plugins: [
    {
      name: 'mail-templates',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^#emails\/render\.tsx$/ }, () => ({
          path: `./${MAIL_TEMPLATES}`,
          external: true,
        })),
    },
  ],
})
// With their packages, so that mails render with React's production build whatever NODE_ENV says.
await build({
  ...shared,
  entryPoints: ['emails/render.tsx'],
  outfile: path.join(outdir, MAIL_TEMPLATES),
  format: 'cjs',
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
})
await cp(path.join(root, 'server/migrations'), path.join(outdir, 'migrations'), { recursive: true })
