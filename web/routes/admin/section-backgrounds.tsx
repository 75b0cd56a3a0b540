import { createFileRoute } from '@tanstack/react-router'
import { BackgroundsPage } from '../../admin/backgrounds/BackgroundsPage.tsx'
import { backgroundLook, textContrast } from '../../features/home/HomeSection.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/section-backgrounds')({
  head: ({ matches }) => pageHead(matches, 'Section Backgrounds'),
  component: () => (
    <BackgroundsPage
      lookOf={(background) => ({
        ...backgroundLook(background),
        contrast: textContrast(background),
      })}
    />
  ),
})
