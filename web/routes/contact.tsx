import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../features/content/ContactPage.tsx'
import { api } from '../lib/api.ts'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/contact')({
  head: ({ matches }) =>
    pageHead(matches, 'Contact Us', 'Write to us, call us, or see when we are here.'),
  component: Contact,
})

function Contact() {
  const { data: settings } = useSuspenseQuery(api.site_settings.list.queryOptions())
  return <ContactPage settings={settings} />
}
