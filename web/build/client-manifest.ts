/** Vite's manifest of the browser build. */
export type ClientManifest = Record<
  string,
  {
    file: string
    src?: string
    isEntry?: boolean
    imports?: string[]
    dynamicImports?: string[]
    css?: string[]
  }
>

const BOOT = 'web/boot.ts'
const ENTRY = 'web/entry-client.tsx'

/** Route files follow their id: `/` ends in `index.tsx`, a layout is its folder's `route.tsx`. */
function splitChunkKey(manifest: ClientManifest, routeId: string): string | undefined {
  const names = routeId.endsWith('/') ? [`${routeId}index`] : [routeId, `${routeId}/route`]
  return names
    .map((name) => `web/routes${name}.tsx?tsr-split=component`)
    .find((key) => manifest[key] !== undefined)
}

/** A chunk and all that it imports, dependencies first. */
function withImports(manifest: ClientManifest, key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return []
  seen.add(key)
  const imports = manifest[key]?.imports ?? []
  return [...imports.flatMap((next) => withImports(manifest, next, seen)), key]
}

export type RouteAssets = { scripts: string[]; css: string[] }

function assetsOf(manifest: ClientManifest, key: string): RouteAssets {
  const chunks = withImports(manifest, key).map((name) => manifest[name])
  return {
    scripts: chunks.flatMap((chunk) => (chunk ? [`/${chunk.file}`] : [])),
    css: chunks.flatMap((chunk) => chunk?.css?.map((file) => `/${file}`) ?? []),
  }
}

/** What every page loads: `boot`, which then loads the rest. */
export function entryAssets(manifest: ClientManifest): RouteAssets & { boot: string } {
  const boot = manifest[BOOT]
  if (!boot) throw new Error(`${BOOT} is missing from the client manifest`)
  return { boot: `/${boot.file}`, ...assetsOf(manifest, ENTRY) }
}

/** What a route needs on top of the entry. */
export function routeAssets(manifest: ClientManifest, routeId: string): RouteAssets {
  const key = splitChunkKey(manifest, routeId)
  if (!key) return { scripts: [], css: [] }
  const shared = entryAssets(manifest)
  const own = assetsOf(manifest, key)
  return {
    scripts: own.scripts.filter((file) => !shared.scripts.includes(file)),
    css: own.css.filter((file) => !shared.css.includes(file)),
  }
}
