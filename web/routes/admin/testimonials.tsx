import { createFileRoute } from '@tanstack/react-router'
import { TestimonialsPage } from '../../admin/stories/TestimonialsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/testimonials')({
  head: titled('Testimonials'),
  component: TestimonialsPage,
})
