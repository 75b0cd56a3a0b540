import { createFileRoute } from '@tanstack/react-router'
import { TestimonialsPage } from '../../admin/stories/TestimonialsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/testimonials')({
  head: ({ matches }) => pageHead(matches, 'Testimonials'),
  component: TestimonialsPage,
})
