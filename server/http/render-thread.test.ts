import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { errors } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProduct } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'
import type { Api } from './api.ts'
import { startRenderThread } from './render-thread.ts'

const BUILT = fileURLToPath(new URL('../../dist/server/render-pages.js', import.meta.url))
const log = createLog('silent')

/** A thread with the built program, whose renderer is a module of the test's own. */
async function givenThread(renderer: string, inProcess: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'petal-render-'))
  const renderEntry = join(folder, 'renderer.mjs')
  writeFileSync(renderEntry, renderer)
  const api = { inProcess } as unknown as Api
  const thread = startRenderThread({ program: BUILT, renderEntry, manifest: {}, api, log })
  onTestFinished(thread.close)
  return (url: string) => thread.render({ url, origin: 'http://shop' })
}

test('a page from the thread is the page that this one renders, byte for byte', async () => {
  const here = await givenServer()
  const env = { PUBLIC_URL: here.config.publicUrl }
  const apart = await givenServer({
    databaseUrl: here.databaseUrl,
    env,
    renderProgram: BUILT,
  })
  const { id } = await givenProduct(here.db, { name: 'Rosehip Renewal' })
  const bodies = async (path: string) =>
    Promise.all(
      [here, apart].map(async ({ config }) => {
        const response = await fetch(`http://localhost:${config.port}${path}`)
        return { status: response.status, body: await response.text() }
      }),
    )
  for (const path of [
    '/',
    '/products?q=rose',
    `/product/${id}`,
    '/product/none',
    '/no-such-page',
  ]) {
    const [first, second] = await bodies(path)
    expect(second?.body.length, path).toBeGreaterThan(1000)
    expect(second, path).toEqual(first)
  }
})

test('the renderer asks for its data, and a refusal arrives as one', async () => {
  const render = await givenThread(
    `export const createRenderer = ({ api }) => ({
      render: async ({ url }) => {
        if (url === '/missing') return api.products.get({}).catch(({ code, status }) => ({ code, status }))
        if (url === '/broken') return api.products.broken({}).catch(({ code, status, message }) => ({ code, status, message }))
        return api.products.list({ q: url })
      },
    })`,
    {
      products: {
        list: async (input: object) => ({ input }),
        get: async () => {
          throw errors.PRODUCT_NOT_FOUND()
        },
        broken: async () => {
          throw new Error('password=secret')
        },
      },
    },
  )
  expect(await render('/a')).toEqual({ input: { q: '/a' } })
  expect(await render('/missing')).toEqual({ code: 'PRODUCT_NOT_FOUND', status: 404 })
  const broken = await render('/broken')
  expect(broken).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  expect(JSON.stringify(broken)).not.toContain('secret')
})

test('a thread that ends fails its pages, and another one renders the next', async () => {
  const render = await givenThread(
    `export const createRenderer = () => ({
      render: async ({ url }) => {
        if (url === '/fatal') process.exit(1)
        if (url === '/memory') { const all = []; for (;;) all.push(new Array(100_000).fill({ url })) }
        return { url }
      },
    })`,
  )
  for (const url of ['/fatal', '/memory']) {
    await expect(render(url)).rejects.toThrow('The render thread ended')
    await eventually(async () => expect(await render('/')).toEqual({ url: '/' }))
  }
})
