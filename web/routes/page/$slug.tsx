import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { TextPage } from '../../features/content/TextPage.tsx'
import { api } from '../../lib/api.ts'
import { isNotFoundError } from '../../lib/errors.ts'
import { notFoundHead, pageHead } from '../../lib/page-head.ts'
import { FailedPage, MissingPage } from './-gone.tsx'

export const Route = createFileRoute('/page/$slug')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const page = await queryClient.ensureQueryData(api.pages.get.queryOptions({ input: params }))
      return { title: page.title, excerpt: pageExcerpt(page.content) }
    } catch (error) {
      throw isNotFoundError(error) ? notFound() : error
    }
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
