import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { TextPage } from '../../features/content/TextPage.tsx'
import { api } from '../../lib/api.ts'
import { throwNotFound } from '../../lib/not-found.ts'
import { notFoundHead, pageHead } from '../../lib/page-head.ts'
import { FailedPage, MissingPage } from './-gone.tsx'

export const Route = createFileRoute('/page/$slug')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const page = await queryClient
      .ensureQueryData(api.pages.get.queryOptions({ input: params }))
      .catch(throwNotFound)
    // An earlier address of the page.
    if (page.slug !== params.slug) {
      throw redirect({ to: '/page/$slug', params: { slug: page.slug }, statusCode: 301 })
    }
    return { title: page.title, excerpt: pageExcerpt(page.content) }
  },
  head: ({ matches, loaderData }) =>
    loaderData ? pageHead(matches, loaderData.title, loaderData.excerpt) : notFoundHead(matches),
  component: ContentPage,
  notFoundComponent: MissingPage,
  errorComponent: FailedPage,
})

function ContentPage() {
  const { data: page } = useSuspenseQuery(api.pages.get.queryOptions({ input: Route.useParams() }))
  return <TextPage title={page.title} content={page.content} />
}

/** The first plain line, for search engines. Here, because loaders are part of the first script of every page. */
const pageExcerpt = (content: string) =>
  content.split(/\r?\n/).find((line) => /^[^\s#*\-\d]/.test(line))
