import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { api } from '../lib/api.ts'
import { isNotFoundError } from '../lib/errors.ts'
import { notFoundHead } from '../lib/page-head.ts'
import { FailedPage } from './page/-gone.tsx'

/** `/{slug}` of a page is a short way to `/page/{slug}`. */
export const Route = createFileRoute('/$slug')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      await queryClient.ensureQueryData(api.pages.get.queryOptions({ input: params }))
    } catch (error) {
      throw isNotFoundError(error) ? notFound() : error
    }
    throw redirect({ to: '/page/$slug', params, statusCode: 302 })
  },
  head: ({ matches }) => notFoundHead(matches),
  errorComponent: FailedPage,
})
