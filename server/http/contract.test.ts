import { implement } from '@orpc/server'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { guard, proceduresOf, type RequestContext } from '../platform/rpc.ts'
import { router } from '../router.ts'

const procedures = [...proceduresOf(contract)]

test.each(procedures)('$name declares who may call it, and a REST address', ({ meta, route }) => {
  expect(meta.policy).toMatch(/^(public|signed-in|admin)$/)
  expect(route.method).toBeTruthy()
  expect(route.path).toMatch(/^\/[a-z]/)
})

test.each(procedures.filter(({ meta }) => meta.cache === 'shared'))(
  '$name is the same for everybody, so it is a public read without a limit',
  ({ meta, route }) => {
    expect(route.method).toBe('GET')
    expect(meta).toMatchObject({ policy: 'public' })
    expect(meta.limit).toBeUndefined()
  },
)

test('every declared procedure is implemented', () => {
  implement(contract).$context<RequestContext>().router(router)
  const names = (value: object, path: string[] = []): string[] =>
    '~orpc' in value
      ? [path.join('.')]
      : Object.entries(value).flatMap(([key, part]) => names(part, [...path, key]))
  expect(names(router).sort()).toEqual(procedures.map(({ name }) => name).sort())
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
