import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getContractRouter } from '@orpc/contract'
import { implement } from '@orpc/server'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { UPLOAD_PURPOSES } from '#contract/media.ts'
import { guard, proceduresOf, type RequestContext } from '../platform/rpc.ts'
import { eventStreams, router } from '../router.ts'
import { describeApi } from './api.ts'
import { apiDocsPage } from './api-docs.ts'

const procedures = [...proceduresOf(contract)]

test.each(procedures.filter(({ meta }) => meta.cache === 'shared'))(
  '$name is the same for every visitor, so it is a public read without a limit',
  ({ meta, route }) => {
    expect(route.method).toBe('GET')
    expect(meta).toMatchObject({ policy: 'public' })
    expect(meta.limit).toBeUndefined()
  },
)

test('every declared procedure is implemented', () => {
  const names = (value: object, path: string[] = []): string[] =>
    '~orpc' in value
      ? [path.join('.')]
      : Object.entries(value).flatMap(([key, part]) => names(part, [...path, key]))
  const streams = eventStreams.map(({ procedure }) => procedure)
  const isStream = (name: string) =>
    streams.includes(getContractRouter(contract, name.split('.')) as never)
  expect(procedures.filter(({ name }) => isStream(name))).toHaveLength(streams.length)
  const called = procedures.map(({ name }) => name).filter((name) => !isStream(name))
  expect(names(router).sort()).toEqual(called.sort())
})

test('a procedure without a policy is refused, whatever its handler says', async () => {
  const { oc } = await import('@orpc/contract')
  const { call } = await import('@orpc/server')
  const open = implement({ open: oc.route({ method: 'GET', path: '/open' }) })
    .$context<RequestContext>()
    .use(guard as never)
    .open.handler(() => 'secret')
  await expect(call(open, undefined, { context: {} as RequestContext })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('the upload is described and readable, with its purposes and refusals', async () => {
  const description = await describeApi()
  const operation = description.paths?.['/media']?.post
  expect(operation).toMatchObject({ operationId: 'media.upload', security: [{ session: [] }] })
  expect(operation?.parameters).toMatchObject([
    { name: 'purpose', schema: { enum: UPLOAD_PURPOSES } },
    { name: 'order' },
    { name: 'key' },
  ])
  expect(Object.keys(operation?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '503',
    '507',
  ])
  expect(apiDocsPage(description)).toContain('<code>/api/media</code>')
})

test("Redocly's recommended rules find nothing in the OpenAPI description", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petal-openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await describeApi()))
  const { stdout } = await promisify(execFile)(
    join(import.meta.dirname, '../../node_modules/.bin/redocly'),
    ['lint', file, '--extends=recommended', '--format=json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 50_000_000 },
  ).catch((failure: { stdout: string }) => failure)
  rmSync(folder, { recursive: true })
  const { totals, problems } = JSON.parse(stdout)
  expect(problems.map((one: { ruleId: string }) => one.ruleId)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
})
