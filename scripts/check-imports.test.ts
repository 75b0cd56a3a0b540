import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkImports, checkTables } from './check-imports.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'petal-imports-'))
})
afterEach(() => rm(root, { recursive: true }))

test('nothing is reported when every rule holds', async () => {
  await givenFiles({
    'contract/orders.ts': "import * as z from 'zod'\nimport { oc } from '@orpc/contract'",
    'emails/Receipt.tsx':
      "import type { Order } from '#contract/orders.ts'\nexport const a = <p />",
    'server/platform/rpc.ts': "import { admin } from '#contract/policy.ts'",
    'server/modules/orders/place-order.ts':
      "import { takeStock } from '../catalog/index.ts'\nimport { orders } from './orders.table.ts'\nimport { db } from '#server/platform/database.ts'",
    'server/modules/orders/list-orders.ts': "import { open } from '../payments/reads.ts'",
    'server/modules/reviews/reviews.table.ts':
      "import { users } from '../accounts/accounts.table.ts'",
    'server/http/app.ts': "await import('../../dist/web/server/entry-server.js')",
    'server/programs/supervisor.ts': "import { loadDemo } from '#demo/load.ts'",
    'web/routes/index.tsx': "import { Grid } from '#web/features/catalog/Grid.tsx'",
    'web/features/catalog/Grid.tsx':
      "import { Card } from './Card.tsx'\nimport '#web/ui/Button.tsx'",
  })
  expect(await report()).toEqual([])
})

test('rule 1: contract, ui and platform know no domain', async () => {
  await givenFiles({
    'contract/orders.ts': "import 'pg'",
    'contract/products.ts': "import { x } from '#server/platform/config.ts'",
    'web/ui/Button.tsx': "import { Cart } from '#web/features/cart/Cart.tsx'",
    'web/ui/Price.tsx': "import type { Product } from '#contract/products.ts'",
    'server/platform/jobs.ts': "import { send } from '../modules/mail/index.ts'",
  })
  expect(await report()).toEqual([
    'contract/orders.ts:1 rule 1',
    'contract/products.ts:1 rule 1',
    'server/platform/jobs.ts:1 rule 1',
    'web/ui/Button.tsx:1 rule 1',
    'web/ui/Price.tsx:1 rule 1',
  ])
})

test('rule 2: the web never imports the server, and emails only types', async () => {
  await givenFiles({
    'web/lib/api.ts':
      "import { a } from '#contract/index.ts'\nimport { b } from '#server/http/app.ts'",
    'emails/Receipt.tsx': "import { Order } from '#contract/orders.ts'",
    'server/modules/mail/send.ts':
      "import { render } from '#emails/render.ts'\nimport '#demo/x.ts'",
  })
  expect(await report()).toEqual([
    'emails/Receipt.tsx:1 rule 2',
    'server/modules/mail/send.ts:2 rule 2',
    'web/lib/api.ts:2 rule 2',
  ])
})

test('rule 3: modules meet along the graph, through the door', async () => {
  await givenFiles({
    'server/modules/catalog/list.ts': "\nimport { orders } from '../orders/index.ts'",
    'server/modules/orders/place.ts': "const x = await import('#server/modules/catalog/stock.ts')",
    'server/modules/orders/ship.ts': "export { send } from '../mail/index.ts'",
    'server/modules/catalog/list.test.ts': "import { orders } from '../orders/orders.router.ts'",
    'server/testing/given.ts': "import { orders } from '../modules/orders/orders.table.ts'",
  })
  expect(await report()).toEqual([
    'server/modules/catalog/list.ts:2 rule 3',
    'server/modules/orders/place.ts:1 rule 3',
    'server/modules/orders/ship.ts:1 rule 3',
  ])
})

test('rule 4: only a module touches its tables', async () => {
  await givenFiles({
    'server/modules/orders/place.ts': "import { products } from '../catalog/catalog.table.ts'",
    'server/router.ts': "import { orders } from './modules/orders/orders.table.ts'",
  })
  expect(await report()).toEqual([
    'server/modules/orders/place.ts:1 rule 3',
    'server/modules/orders/place.ts:1 rule 4',
    'server/router.ts:1 rule 4',
  ])
})

test('rule 5: features do not import their siblings', async () => {
  await givenFiles({
    'web/features/cart/Cart.tsx': "import { Card } from '../catalog/Card.tsx'",
    'web/features/cart/Total.tsx': "import { Table } from '#web/admin/orders/Table.tsx'",
    'web/admin/orders/Table.tsx': "import { Stock } from '../products/Stock.tsx'",
  })
  expect(await report()).toEqual([
    'web/admin/orders/Table.tsx:1 rule 5',
    'web/features/cart/Cart.tsx:1 rule 5',
    'web/features/cart/Total.tsx:1 rule 5',
  ])
})

test('rule 6: the server does not know the sources of the web', async () => {
  await givenFiles({ 'server/http/pages.ts': "import { render } from '#web/entry-server.tsx'" })
  const [violation] = await checkImports(root)
  expect(violation).toEqual({
    file: 'server/http/pages.ts',
    line: 1,
    rule: 6,
    message: 'the server knows only the built render entry of the web, not web/entry-server.tsx',
  })
})

test('rule 7: files form no cycle, not even of types or lazy imports', async () => {
  await givenFiles({
    'clover-simulator/a.ts': "\nimport { b } from './b.ts'",
    'clover-simulator/b.ts': "import type { C } from '#simulator/c.ts'",
    'clover-simulator/c.ts': "export const a = () => import('./a.ts')",
    'clover-simulator/d.ts': "import { a } from './a.ts'",
    'demo/self.ts': "import { self } from './self.ts'",
  })
  const found = await checkImports(root)
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'clover-simulator/a.ts:2 imports and is imported by clover-simulator/b.ts, clover-simulator/c.ts',
    'demo/self.ts:1 imports and is imported by itself',
  ])
})

test('tables may name only what exists, must name every module, and form no cycle', async () => {
  await givenFiles({
    'contract/policy.ts': '',
    'server/programs/web.ts': '',
    'server/modules/orders/index.ts': '',
    'server/modules/catalog/index.ts': '',
    'server/modules/chat/chat.table.ts': '',
  })
  const tables = {
    modules: {},
    knownToPlatform: ['contract/policy.ts'],
    programs: 'server/programs',
    knownToEmails: [],
  }
  const complete = { orders: ['catalog'], catalog: [], chat: [] }
  expect(await checkTables(root, { ...tables, modules: complete })).toEqual([])

  const modules = { orders: ['catalog'], catalog: ['orders', 'chat'], insights: [] }
  const knownToPlatform = ['contract/policy.ts', 'contract/gone.ts']
  expect(await checkTables(root, { ...tables, modules, knownToPlatform })).toEqual([
    'server/modules/insights does not exist',
    'server/modules/chat/index.ts does not exist',
    'contract/gone.ts does not exist',
    'the module chat is in no table',
    'the modules catalog, orders form a cycle',
  ])
})

test('imports in comments and texts are no imports', async () => {
  await givenFiles({
    'contract/orders.ts': "// import 'pg'\nexport const text = \"import 'pg'\"",
  })
  expect(await report()).toEqual([])
})

async function givenFiles(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

async function report() {
  const found = await checkImports(root)
  return found.map(({ file, line, rule }) => `${file}:${line} rule ${rule}`).sort()
}

test('an import without extension is refused: cycles and rules would not see it', async () => {
  await givenFiles({ 'web/lib/format.ts': "import { x } from './api'", 'web/lib/api.ts': '' })
  expect(await checkImports(root)).toEqual([
    expect.objectContaining({ file: 'web/lib/format.ts', line: 1, rule: 8 }),
  ])
})

test("SQL in a text may not name another module's table", async () => {
  await givenFiles({
    'server/modules/orders/orders.table.ts': "export const orders = pgTable('orders', {})",
    'server/modules/orders/sums.ts': "export const sums = 'select sum(total) from orders'",
    'server/modules/chat/panel.ts': 'export const panel =\n  \'select total from "orders"\'',
  })
  expect(await checkImports(root)).toEqual([
    expect.objectContaining({ file: 'server/modules/chat/panel.ts', line: 2, rule: 4 }),
  ])
})
