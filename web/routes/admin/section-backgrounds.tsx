import { createFileRoute } from '@tanstack/react-router'
import { BackgroundsPage } from '../../admin/backgrounds/BackgroundsPage.tsx'
import { backgroundLook } from '../../features/home/HomeSection.tsx'
import { textContrast } from '../../features/home/text-contrast.ts'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/section-backgrounds')({
  head: headWithTitle('Section Backgrounds'),
  component: () => (
    <BackgroundsPage
      lookOf={(background) => ({
        ...backgroundLook(background),
        contrast: textContrast(background),
      })}
    />
  ),
})
