import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAst } from 'vite'

/** `to` is `web/lib/api.ts` for a file of ours, `npm:zod` for a package. */
export type Import = { from: string; to: string; line: number; isType: boolean }

/** The subpath imports of package.json whose folder has another name. */
const ALIASES: Record<string, string> = { simulator: 'clover-simulator' }

const IMPORTING_NODES = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
])

type Node = { type: string; start: number; [key: string]: unknown }

/** Every import of every TypeScript file in the folders: static, dynamic, re-exported, or type-only. */
export async function readImports(root: string, folders: string[]) {
  const lists = await Promise.all(folders.map((folder) => listSources(root, folder)))
  const files = lists.flat().sort()
  const imports = files.map(async (file) =>
    importsOf(file, await readFile(path.join(root, file), 'utf8')),
  )
  return { files, imports: (await Promise.all(imports)).flat() }
}

async function listSources(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true }).catch(() => [])
  const names = entries.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
  return names.filter((name) => /\.tsx?$/.test(name))
}

function importsOf(file: string, source: string): Import[] {
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts'
  const found: Import[] = []
  visit(parseAst(source, { lang }) as unknown as Node, (node) => {
    const target = node.source as { value?: unknown } | null | undefined
    if (!IMPORTING_NODES.has(node.type) || typeof target?.value !== 'string') return
    const line = source.slice(0, node.start).split('\n').length
    found.push({ from: file, to: resolve(file, target.value), line, isType: isTypeOnly(node) })
  })
  return found
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const alias = /^#([^/]+)\/(.*)$/.exec(specifier)
  return alias ? `${ALIASES[alias[1] ?? ''] ?? alias[1]}/${alias[2]}` : `npm:${specifier}`
}

function isTypeOnly({ type, importKind, exportKind }: Node) {
  return type === 'TSImportType' || importKind === 'type' || exportKind === 'type'
}

function visit(node: Node, see: (node: Node) => void) {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
