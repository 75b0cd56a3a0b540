import { createFileRoute } from '@tanstack/react-router'
import { TestimonialsPage } from '../../admin/stories/TestimonialsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/testimonials')({
  head: headWithTitle('Testimonials'),
  component: TestimonialsPage,
})
