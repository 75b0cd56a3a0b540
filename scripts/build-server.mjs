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

await rm(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: PROGRAMS,
  outdir,
  bundle: true,
  splitting: true,
  // Beside the programs, so that paths relative to `import.meta.url` are the same in both.
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  sourcemap: true,
  logLevel: 'warning',
})
await cp(path.join(root, 'server/migrations'), path.join(outdir, 'migrations'), { recursive: true })
