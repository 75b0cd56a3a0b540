import { createFileRoute, redirect } from '@tanstack/react-router'
import { throwNotFound } from '../lib/not-found.ts'
import { notFoundHead } from '../lib/page-head.ts'
import { FailedPage } from './page/-gone.tsx'

/** `/{slug}` of a page is a short way to `/page/{slug}`. */
export const Route = createFileRoute('/$slug')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const page = api.pages.get.queryOptions({ input: params })
    await queryClient.ensureQueryData(page).catch(throwNotFound)
    throw redirect({ to: '/page/$slug', params, statusCode: 302 })
  },
  head: ({ matches }) => notFoundHead(matches),
  errorComponent: FailedPage,
})
