// @ts-check
/** Bundles what runs in Node: our code in one piece a program, packages stay in node_modules. */
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** dist/server/{name}.js is built from the file. */
const PROGRAMS = {
  supervisor: 'server/programs/supervisor.ts',
  web: 'server/programs/web.ts',
  'clover-simulator': 'server/programs/clover-simulator.ts',
  demo: 'server/programs/demo.ts',
  'picture-variants': 'server/programs/picture-variants.ts',
  admin: 'server/programs/admin.ts',
  doctor: 'server/programs/doctor.ts',
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
  // Chunks lie beside the programs, so that `import.meta.url` means the same folder in both.
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
