import { parseAst } from 'vite'

export type FoundImport = { specifier: string; line: number; isType: boolean }

type Node = { type: string; start: number; [key: string]: unknown }

const KINDS = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** Every import of a file: static, dynamic, re-exported, or of a type alone. */
export function readImports(file: string, source: string): FoundImport[] {
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts'
  const found: FoundImport[] = []
  visit(parseAst(source, { lang }) as unknown as Node, (node) => {
    const from = node.source as { type: string; value?: unknown } | null | undefined
    if (!KINDS.has(node.type) || typeof from?.value !== 'string') return
    const line = source.slice(0, node.start).split('\n').length
    found.push({ specifier: from.value, line, isType: isTypeOnly(node) })
  })
  return found
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
